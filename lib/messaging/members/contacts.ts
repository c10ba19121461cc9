import { Users } from '#lib/auth/collections.ts';
import { findByHandle } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { conversationsByLatest } from '#lib/messaging/queries.ts';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import { fold } from '#lib/search/terms.ts';
import { isBlockedBetween, listBlocks } from './blocks.ts';
import { personOf } from './people.ts';

/** A shop's name and the user who answers for it. */
export type Seller = { readonly userId: string; readonly name: string };

const KEPT_MS = 10 * SECOND_MS;
const CONVERSATIONS = 100;
const PEOPLE = 300;
const SHOWN = 30;
/** The maximum number of sellers found by their owners' names. Further sellers are found only by shop name. */
const OWNERS = 2_000;

/**
 * Returns the users that the caller may begin to write to: those who share a conversation with the caller, latest
 * first, and sellers. Other users and users whom the caller has blocked are never listed. `q` matches the beginning of
 * words in a name, ignoring case and accents. For a seller it matches the name of the shop and the owner's name.
 */
export async function listContacts(ctx: UserContext, q: string, sellers: readonly Seller[]): Promise<Contact[]> {
  const [known, { blocks }] = await Promise.all([knownPeople(ctx), listBlocks(ctx)]);
  const hidden = new Set([ctx.user.id, ...blocks.map(({ userId }) => userId)]);
  const shops = new Map(sellers.map(({ userId, name }) => [userId, name]));
  const unknown = [...shops.keys()].filter((id) => !known.some((person) => person.id === id));
  const owners = q === '' ? new Map<string, string>() : await ownersOf(ctx, shops);
  const named = unknown.filter((id) => isNamed(shops.get(id) ?? '', q) || isNamed(owners.get(id) ?? '', q));
  const all = [...known, ...(await activeOf(ctx, named.slice(0, SHOWN)))];
  return all
    .filter(({ id }) => !hidden.has(id))
    .map((person) => ({ ...person, seller: shops.get(person.id) ?? null }))
    .filter(({ name, seller }) => isNamed(name, q) || (seller !== null && isNamed(seller, q)))
    .slice(0, SHOWN);
}

/**
 * Returns the user with exactly this handle, the only way to find a user without a shared conversation. Returns nothing
 * when the user does not want to be found by handle, or when either has blocked the other.
 */
export async function findContact(ctx: UserContext, handle: string, sellers: readonly Seller[]): Promise<Contact[]> {
  const user = await findByHandle(ctx.data, handle);
  if (user === null || user.id === ctx.user.id) return [];
  if (await isBlockedBetween(ctx.data, ctx.user.id, user.id)) return [];
  const { id, name, avatarUrl } = personOf(user.id, user.data);
  return [{ id, name, avatarUrl, seller: sellers.find(({ userId }) => userId === id)?.name ?? null }];
}

/** Whether each search word begins a word of the name. */
export function isNamed(name: string, q: string): boolean {
  const words = fold(name).split(/\s+/);
  return fold(q)
    .split(/\s+/)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}

type Known = Omit<Contact, 'seller'>;

/** Cached for a moment, because each keystroke repeats the search. */
const knownPeople = (ctx: UserContext): Promise<readonly Known[]> =>
  ctx.memo.get(`messaging.contacts:${ctx.user.id}`, KEPT_MS, async () => {
    const { rows } = await ctx.data.find(conversationsByLatest(ctx.user.id, {}, CONVERSATIONS));
    const ids = new Set(rows.flatMap(({ data }) => data.participantIds));
    return activeOf(ctx, [...ids].slice(0, PEOPLE));
  });

/** Returns the names of the shop owners. The cache is shared by all callers. */
const ownersOf = (ctx: UserContext, shops: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> =>
  ctx.memo.get('messaging.owners', KEPT_MS, async () => {
    const owners = await activeOf(ctx, [...shops.keys()].slice(0, OWNERS));
    return new Map(owners.map(({ id, name }) => [id, name]));
  });

/** Returns the active users among these ids. */
async function activeOf({ data }: UserContext, ids: readonly string[]): Promise<Known[]> {
  const users = ids.length === 0 ? [] : await data.getMany(Users, [...ids]);
  return ids.flatMap((id, at) => {
    const user = users[at]?.data;
    if (user?.status !== 'active') return [];
    const { name, avatarUrl } = personOf(id, user);
    return [{ id, name, avatarUrl }];
  });
}
