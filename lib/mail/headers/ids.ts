/** As many ids of one field are kept; of more, the first and the last. */
const MAX_IDS = 100;
const MAX_ID_LENGTH = 998;

/**
 * The message ids that a References or In-Reply-To field names, without brackets and without repeats, in their order.
 * Commas and words between them are common and mean nothing; a field that is one bare id counts as that id.
 */
export function idsOf(value: string): string[] {
  const found = value.match(/<[^<>\s]{1,998}>/g)?.map((id) => id.slice(1, -1)) ?? bareId(value);
  const ids = [...new Set(found.filter(isClean).map(withLowerDomain))];
  return ids.length > MAX_IDS ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_IDS)] : ids;
}

/** The id of a mail by its Message-ID field; null where the field holds none. */
export const messageIdOf = (value: string): string | null => idsOf(value)[0] ?? null;

/** Some programs leave the brackets off; only a field that is nothing but an address is taken for an id then. */
const bareId = (value: string): string[] =>
  value.length <= MAX_ID_LENGTH ? (/^\s*([^<>\s@,"()]+@[^<>\s@,"()]+)\s*$/.exec(value)?.slice(1) ?? []) : [];

const isClean = (id: string): boolean => !/\p{Cc}/u.test(id);

/** The part before the @ belongs to its maker and keeps its case, the domain has none (RFC 5322 3.6.4). */
function withLowerDomain(id: string): string {
  const at = id.lastIndexOf('@');
  return at === -1 ? id : id.slice(0, at) + id.slice(at).toLowerCase();
}
