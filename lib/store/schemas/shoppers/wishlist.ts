import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MOST_WISHES } from '#lib/store/limits.ts';

const wish = z.object({ id: idText, addedAt: isoTime });
export type Wish = z.infer<typeof wish>;

/** The products that a user has saved for later, the latest first. The id is the user's. */
export const wishlist = z.object({
  items: z.array(wish).max(MOST_WISHES),
  /** Increases by 1 per change. */
  rev: z.int().nonnegative(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Wishlist = z.infer<typeof wishlist>;

/** `updatedAt` is null while nothing was ever saved. */
export const wishlistView = z.object({ items: z.array(wish), updatedAt: isoTime.nullable() }).meta({ id: 'Wishlist' });
export type WishlistView = z.output<typeof wishlistView>;

export const mergeWishlistInput = z.strictObject({ ids: z.array(idText).max(MOST_WISHES) });
