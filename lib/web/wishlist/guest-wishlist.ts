import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { MOST_WISHES } from '#lib/store/limits.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

/** The wishlist of a guest, the latest product first, as a comma list. It merges into the account at sign-in. */
export const WISHLIST_KEY = 'platform_wishlist';

/** Reads the ids, each once. A foreign or broken text counts as none. */
export function readGuestWishes(storage: CartStorage): readonly string[] {
  const text = (storage.getItem(WISHLIST_KEY) ?? '').slice(0, MOST_WISHES * 129);
  return [...new Set(text.split(',').filter((id) => ID_PATTERN.test(id)))].slice(0, MOST_WISHES);
}

export function writeGuestWishes(storage: CartStorage, ids: readonly string[]): void {
  if (ids.length === 0) storage.removeItem(WISHLIST_KEY);
  else storage.setItem(WISHLIST_KEY, ids.join(','));
}
