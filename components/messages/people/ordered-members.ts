import type { People } from '#lib/messaging/members/people.ts';

type Order = {
  readonly ownerId: string | null;
  readonly me: string;
  readonly people: People;
  readonly locale: string;
};

/** Returns the members in the order of the list: the owner, the reader, then the others by name. */
export function orderedMembers(ids: readonly string[], { ownerId, me, people, locale }: Order): readonly string[] {
  const rank = (id: string) => (id === ownerId ? 0 : id === me ? 1 : 2);
  const name = (id: string) => people[id]?.name ?? '';
  return ids.toSorted((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b), locale) || (a < b ? -1 : 1));
}
