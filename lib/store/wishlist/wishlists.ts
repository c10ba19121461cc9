import type { UserContext } from '#lib/context/context.ts';
import { conflict, notFound } from '#lib/core/errors.ts';
import { Products } from '#lib/store/collections.ts';
import { MOST_WISHES } from '#lib/store/limits.ts';
import type { Wish, Wishlist, WishlistView } from '#lib/store/schemas/shoppers/wishlist.ts';
import { Wishlists } from './collections.ts';

/** Returns the user's wishlist, the latest product first. */
export const wishlistOf = async ({ data, user }: UserContext): Promise<WishlistView> =>
  toView((await data.get(Wishlists, user.id))?.data);

/**
 * Puts a product on the wishlist. A product that is on it keeps its place. Throws NotFound for a product that was
 * never public, and WishlistFull when there is no place left.
 */
export async function addWish(ctx: UserContext, productId: string): Promise<WishlistView> {
  const [known] = await publicOnes(ctx, [productId]);
  if (known === undefined) throw notFound(Products.label, productId);
  return change(ctx, (items, addedAt) => withWishes(items, [known], addedAt));
}

/** Takes a product off the wishlist. One that is not on it changes nothing. */
export const removeWish = (ctx: UserContext, productId: string): Promise<WishlistView> =>
  change(ctx, (items) => items.filter(({ id }) => id !== productId));

/**
 * Adds the products of a guest's list, its first one on top. Unknown products are left out. Throws WishlistFull and
 * changes nothing when they do not all fit.
 */
export async function mergeWishes(ctx: UserContext, ids: readonly string[]): Promise<WishlistView> {
  const known = await publicOnes(ctx, [...new Set(ids)]);
  return change(ctx, (items, addedAt) => withWishes(items, known, addedAt));
}

/** Returns the products among these that are or were public. What is a draft does not exist for a shopper. */
async function publicOnes({ data }: UserContext, ids: readonly string[]): Promise<string[]> {
  const rows = await data.getMany(Products, ids);
  return rows.flatMap((row) => (row && row.data.publishedAt !== null ? [row.id] : []));
}

function withWishes(items: readonly Wish[], ids: readonly string[], addedAt: string): readonly Wish[] {
  const saved = new Set(items.map(({ id }) => id));
  const fresh = ids.filter((id) => !saved.has(id)).map((id) => ({ id, addedAt }));
  if (items.length + fresh.length > MOST_WISHES)
    throw conflict(`A wishlist has at most ${MOST_WISHES} products`, { code: 'WishlistFull' });
  return [...fresh, ...items];
}

/** Changes the list in one transaction. A change that neither adds nor removes a product writes nothing. */
function change(
  { data, user, now }: UserContext,
  work: (items: readonly Wish[], at: string) => readonly Wish[],
): Promise<WishlistView> {
  const at = now().toISOString();
  return data.tx(
    async (t) => {
      const saved = (await t.get(Wishlists, user.id))?.data;
      const before = saved?.items ?? [];
      const items = [...work(before, at)];
      if (items.length === before.length) return toView(saved);
      const list: Wishlist = {
        items,
        rev: (saved?.rev ?? 0) + 1,
        createdAt: saved?.createdAt ?? at,
        updatedAt: at,
      };
      t.set(Wishlists, user.id, list);
      return toView(list);
    },
    { lane: `${Wishlists.name}/${user.id}` },
  );
}

const toView = (list: Wishlist | undefined): WishlistView =>
  list ? { items: list.items, updatedAt: list.updatedAt } : { items: [], updatedAt: null };
