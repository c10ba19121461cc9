import { Users } from '#lib/auth/collections.ts';
import { findByHandle } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { conversationsByLatest } from '#lib/messaging/queries.ts';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import { fold } from '#lib/search/terms.ts';
import { isBlockedBetween, listBlocks } from './blocks.ts';
import { personOf } from './people.ts';

/** A shop, and who answers for it. */
export type Seller = { readonly userId: string; readonly name: string };

const KEPT_MS = 10 * SECOND_MS;
const CONVERSATIONS = 100;
const PEOPLE = 300;
const SHOWN = 30;
/** So many sellers are known by the names of their owners as well; any beyond by the names of their shops. */
const OWNERS = 2_000;

/**
 * Whom a person may begin to write to: those they share a conversation with, the latest first, and sellers. Nobody else
 * can be found, and nobody they have blocked. `q` is the beginning of any word of a name, case and accents aside; of a
 * seller it is looked for in the name of the shop and in the owner's own.
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
 * The person with exactly this handle: the one way to somebody one shares nothing with. Nobody where they do not wish to
 * be found by it, or where either has blocked the other.
 */
export async function findContact(ctx: UserContext, handle: string, sellers: readonly Seller[]): Promise<Contact[]> {
  const user = await findByHandle(ctx.data, handle);
  if (user === null || user.id === ctx.user.id) return [];
  if (await isBlockedBetween(ctx.data, ctx.user.id, user.id)) return [];
  const { id, name, avatarUrl } = personOf(user.id, user.data);
  return [{ id, name, avatarUrl, seller: sellers.find(({ userId }) => userId === id)?.name ?? null }];
}

/** Whether each word asked for begins one of the name. */
export function isNamed(name: string, q: string): boolean {
  const words = fold(name).split(/\s+/);
  return fold(q)
    .split(/\s+/)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}

type Known = Omit<Contact, 'seller'>;

/** Remembered for a moment: the question comes anew with every key that is pressed. */
const knownPeople = (ctx: UserContext): Promise<readonly Known[]> =>
  ctx.memo.get(`messaging.contacts:${ctx.user.id}`, KEPT_MS, async () => {
    const { rows } = await ctx.data.find(conversationsByLatest(ctx.user.id, {}, CONVERSATIONS));
    const ids = new Set(rows.flatMap(({ data }) => data.participantIds));
    return activeOf(ctx, [...ids].slice(0, PEOPLE));
  });

/** What those who answer for shops are called; the same for everybody who asks. */
const ownersOf = (ctx: UserContext, shops: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> =>
  ctx.memo.get('messaging.owners', KEPT_MS, async () => {
    const owners = await activeOf(ctx, [...shops.keys()].slice(0, OWNERS));
    return new Map(owners.map(({ id, name }) => [id, name]));
  });

/** Of those who may be written to. */
async function activeOf({ data }: UserContext, ids: readonly string[]): Promise<Known[]> {
  const users = ids.length === 0 ? [] : await data.getMany(Users, [...ids]);
  return ids.flatMap((id, at) => {
    const user = users[at]?.data;
    if (user?.status !== 'active') return [];
    const { name, avatarUrl } = personOf(id, user);
    return [{ id, name, avatarUrl }];
  });
}
