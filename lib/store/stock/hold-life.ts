import type { Env } from '#lib/core/env/env.ts';
import { hashId } from '#lib/core/ids.ts';
import { after, before, MINUTE_MS } from '#lib/core/time.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';

/** Others take a hold this long after its time, because two machines' clocks never quite agree. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS;
/** How long a shopper who has used up the cap must let a product go. */
export const REST_MS = 10 * MINUTE_MS;

/** One hold per shopper and product. */
export const cartHoldId = (userId: string, productId: string): string => hashId('hold', 'cart-hold', userId, productId);
/** One hold per order and product. */
export const orderHoldId = (orderId: string, productId: string): string =>
  hashId('hold', 'order-hold', orderId, productId);

/** Holds that ran out at or before this moment may be taken by anybody. */
export const takeableBefore = (now: Date): string => before(now, CLOCK_TOLERANCE_MS);
/** Whether this hold may be taken by anybody. */
export const isTakeable = ({ state, expiresAt }: Pick<StockHold, 'state' | 'expiresAt'>, now: Date): boolean =>
  state === 'active' && expiresAt !== null && expiresAt <= takeableBefore(now);

export type HoldTerms = { readonly firstHeldAt: string; readonly expiresAt: string; readonly capAt: string };
export type Resting = { readonly freeAt: string };

/** The moment a cart hold ended or will end: at its time, or earlier if it was given back. */
const endOf = ({ state, expiresAt, updatedAt }: StockHold): string =>
  state === 'active' || (expiresAt !== null && expiresAt < updatedAt) ? (expiresAt ?? updatedAt) : updatedAt;

/**
 * How long a hold made now lasts. A hold that ended less than ten minutes ago is continued, so that nobody keeps a
 * product for ever by letting go of it for a second; one that has reached its cap must rest until `freeAt`.
 */
export function termsOfHold(
  previous: StockHold | undefined,
  now: Date,
  env: Pick<Env, 'STORE_HOLD_MINUTES' | 'STORE_HOLD_CAP_MINUTES'>,
): HoldTerms | Resting {
  const restsUntil = previous && after(new Date(endOf(previous)), REST_MS);
  const continues = restsUntil !== undefined && now.toISOString() < restsUntil;
  const first = continues ? new Date(previous?.firstHeldAt ?? now) : now;
  const capMs = first.getTime() + env.STORE_HOLD_CAP_MINUTES * MINUTE_MS;
  if (continues && capMs <= now.getTime()) return { freeAt: restsUntil };

  const endMs = Math.min(now.getTime() + env.STORE_HOLD_MINUTES * MINUTE_MS, capMs);
  return {
    firstHeldAt: first.toISOString(),
    expiresAt: new Date(endMs).toISOString(),
    capAt: new Date(capMs).toISOString(),
  };
}
