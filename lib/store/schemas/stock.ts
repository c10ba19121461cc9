import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_CART_LINES } from '#lib/store/limits.ts';
import { backNotices, holdStates, movementKinds, STOCK_SHARDS } from '#lib/store/values.ts';
import { cartLine } from './cart.ts';

/**
 * Available to buy is `onHand - held`, everywhere. `held` counts the units in holds of the states active, bound and
 * sold.
 */
export const stockLevel = z.object({
  onHand: z.int().min(0),
  held: z.int().min(0),
  /** 1, or 8 when the free units are in `stock_shards`. Units held before the split stay here until their holds end. */
  shards: z.int().min(1).max(STOCK_SHARDS),
  /** The vendor is notified once when the available units fall to this number or below. */
  lowAt: z.int().nonnegative().nullable(),
  /** When the vendor was notified. Null once the units have risen above `lowAt` again. */
  lowNotifiedAt: isoTime.nullable().default(null),
  /** `waiting`: users wait for the product. `promised`: it is back, and they are notified soon. */
  backNotice: z.enum(backNotices).nullable().default(null),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type StockLevel = z.infer<typeof stockLevel>;

/** The number of a counter: 0 for the level, 1 to 8 for a shard. */
const shardNumber = z.int().min(0).max(STOCK_SHARDS);

export const stockShard = stockLevel
  .pick({ onHand: true, held: true, createdAt: true, updatedAt: true })
  .extend({ productId: idText, n: shardNumber.min(1) });
export type StockShard = z.infer<typeof stockShard>;

export const stockHold = z.object({
  productId: idText,
  userId: idText,
  orderId: idText.nullable(),
  qty: z.int().min(1),
  shard: shardNumber,
  state: z.enum(holdStates),
  /** Null once it is bound to an order: then the order's own expiry counts. */
  expiresAt: isoTime.nullable(),
  firstHeldAt: isoTime,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type StockHold = z.infer<typeof stockHold>;

/** A change of `onHand`. Append-only. */
export const stockMovement = z.object({
  productId: idText,
  shard: shardNumber,
  delta: z.int(),
  kind: z.enum(movementKinds),
  refId: z.string().nullable(),
  actorId: idText.nullable(),
  reason: z.string().max(500).nullable(),
  at: isoTime,
});
export type StockMovement = z.infer<typeof stockMovement>;

export const heldCart = z
  .object({
    lines: z.array(cartLine).max(MAX_CART_LINES),
    expiresAt: isoTime.nullable(),
    capAt: isoTime.nullable(),
  })
  .meta({ id: 'HeldCart' });
export type HeldCart = z.infer<typeof heldCart>;
