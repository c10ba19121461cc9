/** How many ids of one field are kept. Of more, the first and the last ones are kept. */
const MAX_IDS = 100;
const MAX_ID_LENGTH = 998;

/**
 * Returns the Message-IDs in a References or In-Reply-To field, in order, without brackets and duplicates. Commas and
 * words between ids are common and are ignored. A field with only a bare id counts as that id.
 */
export function idsOf(value: string): string[] {
  const found = value.match(/<[^<>\s]{1,998}>/g)?.map((id) => id.slice(1, -1)) ?? bareId(value);
  const ids = [...new Set(found.filter(isClean).map(withLowerDomain))];
  return ids.length > MAX_IDS ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_IDS)] : ids;
}

/** Returns the id in a Message-ID field, or null. */
export const messageIdOf = (value: string): string | null => idsOf(value)[0] ?? null;

/** Reads an id without brackets, which some programs leave out. The field must contain nothing but an address. */
const bareId = (value: string): string[] =>
  value.length <= MAX_ID_LENGTH ? (/^\s*([^<>\s@,"()]+@[^<>\s@,"()]+)\s*$/.exec(value)?.slice(1) ?? []) : [];

const isClean = (id: string): boolean => !/\p{Cc}/u.test(id);

/** Lower-cases the domain of an id. The part before the @ is case-sensitive (RFC 5322 3.6.4). */
function withLowerDomain(id: string): string {
  const at = id.lastIndexOf('@');
  return at === -1 ? id : id.slice(0, at) + id.slice(at).toLowerCase();
}
