import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { UserContext } from '#lib/context/context.ts';
import { ConversationMembers, Conversations } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import type { PeopleQuery, Person } from '#lib/messaging/schemas/person.ts';

export type { Person } from '#lib/messaging/schemas/person.ts';

/** Users by id. A missing id belongs to a deleted user or to a user whom the caller may not see. */
export type People = Readonly<Record<string, Person>>;

/** The maximum number of membership lookups for former members: users times conversations. */
const MOST_LOOKS = 500;

/** Whom to find, and which of all users are sellers in public. */
export type PeopleAsked = PeopleQuery & { readonly sellers: ReadonlySet<string> };

/**
 * Returns these users as far as the caller may see them. Visible are the caller, approved sellers, and users who take or
 * took part with the caller in one of the named conversations. The result does not reveal whether other users exist.
 */
export async function findPeople(
  ctx: UserContext,
  { userIds, conversationIds = [], sellers }: PeopleAsked,
): Promise<Person[]> {
  const [users, known] = await Promise.all([
    ctx.data.getMany(Users, [...userIds]),
    knownAmong(ctx, userIds, conversationIds),
  ]);
  return userIds.flatMap((id, at) => {
    const user = users[at]?.data;
    const isSeller = user !== undefined && user.status !== 'deleted' && sellers.has(id);
    return isSeller || known.has(id) ? [personOf(id, user)] : [];
  });
}

/** Returns the same users as a record by id, for pages. */
export const peopleById = (people: readonly Person[]): People =>
  Object.fromEntries(people.map((person) => [person.id, person]));

export const personOf = (id: string, user: User | undefined): Person =>
  user === undefined || user.status === 'deleted'
    ? { id, name: '', avatarUrl: null, isDeleted: true }
    : { id, name: user.name || (user.handle ?? ''), avatarUrl: user.avatarUrl, isDeleted: false };

async function knownAmong(
  { data, user }: UserContext,
  userIds: readonly string[],
  conversationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await data.getMany(Conversations, [...conversationIds]);
  const mine = rows.filter((row) => row?.data.deletedAt === null && row.data.participantIds.includes(user.id));
  const here = new Set([user.id, ...mine.flatMap((row) => row?.data.participantIds ?? [])]);
  const others = userIds.filter((id) => !here.has(id));
  const looks = mine.flatMap((row) => (row ? others.map((id) => ({ id, member: memberIdOf(row.id, id) })) : []));
  const asked = looks.slice(0, MOST_LOOKS);
  const members =
    asked.length === 0
      ? []
      : await data.getMany(
          ConversationMembers,
          asked.map(({ member }) => member),
        );
  return new Set([
    ...userIds.filter((id) => here.has(id)),
    ...asked.flatMap(({ id }, at) => (members[at] ? [id] : [])),
  ]);
}
