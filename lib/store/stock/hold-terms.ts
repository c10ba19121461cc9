import type { Env } from '#lib/core/env/env.ts';
import { hashId } from '#lib/core/ids.ts';
import { after, before, MINUTE_MS } from '#lib/core/time.ts';
import { HOLD_REST_MS } from '#lib/store/limits.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';

/** How long after its expiry other buyers may take a hold, because the clocks of two machines never quite agree. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Returns the id of the only hold of a shopper for a product. */
export const cartHoldId = (userId: string, productId: string): string => hashId('hold', 'cart-hold', userId, productId);
/** Returns the id of the only hold of an order for a product. */
export const orderHoldId = (orderId: string, productId: string): string =>
  hashId('hold', 'order-hold', orderId, productId);

/** Returns the time at or before which a hold must have expired so that any buyer may take it. */
export const releasableBefore = (now: Date): string => before(now, CLOCK_TOLERANCE_MS);
/** Returns true when any buyer may take this hold. */
export const isReleasable = ({ state, expiresAt }: Pick<StockHold, 'state' | 'expiresAt'>, now: Date): boolean =>
  state === 'active' && expiresAt !== null && expiresAt <= releasableBefore(now);

export type HoldTerms = { readonly firstHeldAt: string; readonly expiresAt: string; readonly capAt: string };
export type Resting = { readonly freeAt: string };

/** Returns when a cart hold ended or will end: at its expiry, or earlier if it was released. */
const endOf = ({ state, expiresAt, updatedAt }: StockHold): string =>
  state === 'active' || (expiresAt !== null && expiresAt < updatedAt) ? (expiresAt ?? updatedAt) : updatedAt;

/**
 * Returns how long a new hold lasts. A hold that ended less than ten minutes ago is continued. Otherwise a shopper
 * could keep a product forever by releasing it for a second. A hold that has reached its cap must rest until `freeAt`.
 */
export function termsOfHold(
  previous: StockHold | undefined,
  now: Date,
  env: Pick<Env, 'STORE_HOLD_MINUTES' | 'STORE_HOLD_CAP_MINUTES'>,
): HoldTerms | Resting {
  const restsUntil = previous && after(new Date(endOf(previous)), HOLD_REST_MS);
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
