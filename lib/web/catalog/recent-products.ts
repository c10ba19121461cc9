import type { CartStorage } from '#lib/web/cart/guest-cart.ts';

/** The products that were opened in this browser, the latest first. They never leave it but as a list of ids. */
export const RECENT_KEY = 'platform_recent';
export const MOST_RECENT = 12;

const idLike = /^[A-Za-z0-9_-]{1,128}$/;

/** Reads the ids. A foreign or broken text counts as none. */
export function readRecent(storage: CartStorage): readonly string[] {
  const text = storage.getItem(RECENT_KEY) ?? '';
  return text
    .slice(0, MOST_RECENT * 130)
    .split(',')
    .filter((id) => idLike.test(id))
    .slice(0, MOST_RECENT);
}

/** Puts a product at the front and returns the others. */
export function visitProduct(storage: CartStorage, id: string): readonly string[] {
  const others = readRecent(storage).filter((known) => known !== id);
  storage.setItem(RECENT_KEY, [id, ...others].slice(0, MOST_RECENT).join(','));
  return others;
}

/** Forgets all of them, for the next user of this browser. */
export const forgetRecent = (storage: CartStorage): void => storage.removeItem(RECENT_KEY);
