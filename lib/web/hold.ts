import type { HeldCart } from '#lib/store/schemas/stock.ts';
import type { CartStorage } from './guest-cart.ts';

const KEY = 'plaza_hold';
const MINUTE_MS = 60_000;
/** A hold that seems to last longer than this, or to be over when it was just made, speaks of a wrong clock here. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

/** Until when the cart's things are set aside, and until when that may be prolonged. */
export type Hold = { readonly expiresAt: string; readonly capAt: string };

/** Remembers a hold for this tab. An answer without lines, and one that a wrong clock cannot place, leave none. */
export function keepHold(storage: CartStorage, { expiresAt, capAt }: HeldCart, now: Date): Hold | null {
  const left = expiresAt === null ? 0 : Date.parse(expiresAt) - now.getTime();
  if (expiresAt === null || capAt === null || left <= 0 || left > LONGEST_MS) {
    storage.removeItem(KEY);
    return null;
  }
  const hold = { expiresAt, capAt };
  storage.setItem(KEY, JSON.stringify(hold));
  return hold;
}

/** The hold of this tab, also one that is over: the page then says so. */
export function readHold(storage: CartStorage): Hold | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isHold(found) ? found : null;
  } catch {
    return null;
  }
}

export const forgetHold = (storage: CartStorage): void => storage.removeItem(KEY);

export type HoldLife = { readonly state: 'kept' | 'expired'; readonly minutes: number; readonly mayProlong: boolean };

/** How a hold stands now. Minutes are full ones; close to the end, and only then, an active shopper prolongs it. */
export function lifeOf({ expiresAt, capAt }: Hold, now: Date): HoldLife {
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
  'expiresAt' in value &&
  'capAt' in value &&
  typeof value.expiresAt === 'string' &&
  typeof value.capAt === 'string' &&
  !Number.isNaN(Date.parse(value.expiresAt)) &&
  !Number.isNaN(Date.parse(value.capAt));
