import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { HeldCart } from '#lib/store/schemas/stock.ts';
import { type CartStorage, linesOf, qtyOf } from './guest-cart.ts';

const KEY = 'plaza_hold';
const MINUTE_MS = 60_000;
/** A new hold that seems to last longer than this, or to be already over, shows that the clock here is wrong. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/** The held lines, the expiry, and the time until which it may be extended. */
export type Hold = { readonly lines: readonly CartLine[]; readonly expiresAt: string; readonly capAt: string };

/** Stores a hold for this tab. A response without lines, or one that a wrong clock cannot place, stores none. */
export function storeHold(storage: CartStorage, { lines, expiresAt, capAt }: HeldCart, now: Date): Hold | null {
  const left = expiresAt === null ? 0 : Date.parse(expiresAt) - now.getTime();
  if (expiresAt === null || capAt === null || left <= 0 || left > LONGEST_MS) {
    storage.removeItem(KEY);
    return null;
  }
  const hold = { lines, expiresAt, capAt };
  storage.setItem(KEY, JSON.stringify(hold));
  return hold;
}

/** Returns the hold of this tab, also an expired one, so that the page can say so. */
export function readHold(storage: CartStorage): Hold | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isHold(found) ? found : null;
  } catch {
    return null;
  }
}

export const clearHold = (storage: CartStorage): void => storage.removeItem(KEY);

/** Returns whether the whole cart is held. Lines added afterwards are not. */
export const covers = ({ lines }: Hold, cart: readonly CartLine[]): boolean =>
  cart.every(({ id, qty }) => qty <= qtyOf(lines, id));

export type HoldStatus = { readonly state: 'kept' | 'expired'; readonly minutes: number; readonly mayProlong: boolean };

/** Returns the current state of a hold, in whole minutes. An active shopper may extend it only close to its end. */
export function holdStatusOf({ expiresAt, capAt }: Pick<Hold, 'expiresAt' | 'capAt'>, now: Date): HoldStatus {
  const left = Date.parse(expiresAt) - now.getTime();
  const isNear = left < 5 * MINUTE_MS;
  return {
    state: left > 0 ? 'kept' : 'expired',
    minutes: Math.max(0, Math.floor(left / MINUTE_MS)),
    mayProlong: left > 0 && isNear && Date.parse(capAt) > Date.parse(expiresAt),
  };
}

const isHold = (value: unknown): value is Hold =>
  typeof value === 'object' &&
  value !== null &&
  'lines' in value &&
  'expiresAt' in value &&
  'capAt' in value &&
  linesOf(value.lines) !== null &&
  typeof value.expiresAt === 'string' &&
  typeof value.capAt === 'string' &&
  !Number.isNaN(Date.parse(value.expiresAt)) &&
  !Number.isNaN(Date.parse(value.capAt));
