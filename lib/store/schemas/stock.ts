import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { holdStates, MAX_CART_LINES, moveKinds, STOCK_SHARDS } from '#lib/store/values.ts';
import { cartLine } from './cart.ts';

/** Available to buy is `onHand - held`, everywhere. `held` counts the units in holds active, bound and sold. */
export const stockLevel = z.object({
  onHand: z.int().min(0),
  held: z.int().min(0),
  /** 1, or 8 when what is free lives in `stock_shards`; what was held before the split stays here until it ends. */
  shards: z.int().min(1).max(STOCK_SHARDS),
  lowAt: z.int().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type StockLevel = z.infer<typeof stockLevel>;

/** Whose counters an entry is about: 0 the level's own, 1 to 8 those of a shard. */
const bin = z.int().min(0).max(STOCK_SHARDS);

export const stockShard = stockLevel
  .pick({ onHand: true, held: true, createdAt: true, updatedAt: true })
  .extend({ productId: idText, n: bin.min(1) });
export type StockShard = z.infer<typeof stockShard>;

export const stockHold = z.object({
  productId: idText,
  userId: idText,
  orderId: idText.nullable(),
  qty: z.int().min(1),
  shard: bin,
  state: z.enum(holdStates),
  /** Null once it is bound to an order: the order's own expiry counts then. */
  expiresAt: isoTime.nullable(),
  firstHeldAt: isoTime,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type StockHold = z.infer<typeof stockHold>;

/** Why `onHand` is what it is; append-only. */
export const stockMove = z.object({
  productId: idText,
  shard: bin,
  delta: z.int(),
  kind: z.enum(moveKinds),
  refId: z.string().nullable(),
  actorId: idText.nullable(),
  reason: z.string().max(500).nullable(),
  at: isoTime,
});
export type StockMove = z.infer<typeof stockMove>;

export const heldCart = z
  .object({
    lines: z.array(cartLine).max(MAX_CART_LINES),
    expiresAt: isoTime.nullable(),
    capAt: isoTime.nullable(),
  })
  .meta({ id: 'HeldCart' });
export type HeldCart = z.infer<typeof heldCart>;
