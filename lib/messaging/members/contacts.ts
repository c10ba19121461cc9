import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { conversationsByLatest } from '#lib/messaging/queries.ts';
import type { Contact } from '#lib/messaging/schemas/contact.ts';
import { fold } from '#lib/search/terms.ts';
import { listBlocks } from './blocks.ts';
import { personOf } from './people.ts';

/** A shop, and who answers for it. */
export type Seller = { readonly userId: string; readonly name: string };

const KEPT_MS = 10 * SECOND_MS;
const CONVERSATIONS = 100;
const PEOPLE = 300;
const SHOWN = 30;

/**
 * Whom a person may begin to write to: those they share a conversation with, the latest first, and sellers. Nobody else
 * can be found, and nobody they have blocked. `q` is the beginning of any word of a name, case and accents aside.
 */
export async function listContacts(ctx: UserContext, q: string, sellers: readonly Seller[]): Promise<Contact[]> {
  const [known, { blocks }] = await Promise.all([knownPeople(ctx), listBlocks(ctx)]);
  const hidden = new Set([ctx.user.id, ...blocks.map(({ userId }) => userId)]);
  const shops = new Map(sellers.map(({ userId, name }) => [userId, name]));
  const unknown = [...shops.keys()].filter((id) => !known.some((person) => person.id === id));
  const named = unknown.filter((id) => isNamed(shops.get(id) ?? '', q)).slice(0, SHOWN);
  const all = [...known, ...(await activeOf(ctx, named))];
  return all
    .filter(({ id }) => !hidden.has(id))
    .map((person) => ({ ...person, seller: shops.get(person.id) ?? null }))
    .filter(({ name, seller }) => isNamed(name, q) || (seller !== null && isNamed(seller, q)))
    .slice(0, SHOWN);
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
