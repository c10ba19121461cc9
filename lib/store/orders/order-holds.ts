import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { StockHolds, StockLevels } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';
import {
  type Allocation,
  noneExpired,
  noticeStock,
  orderHoldId,
  planAllocation,
  type QueryExpired,
  releaseUnits,
  unwatched,
  writeAllocation,
  writeMovement,
} from '#lib/store/stock/stock.ts';
import type { HoldState } from '#lib/store/values.ts';
import { unitsPerProduct, unitsToHoldAgain } from './order-units.ts';

export type OrderHolds = readonly Row<StockHold>[];
type Placed = { readonly id: string; readonly data: Pick<Order, 'lines'> };

/** Returns the holds of an order, one per product, in any state. Their ids follow from its lines. */
export async function holdsOf(reader: Reader, { id, data }: Placed): Promise<OrderHolds> {
  const ids = [...unitsPerProduct(data).keys()].map((productId) => orderHoldId(id, productId));
  return (await reader.getMany(StockHolds, ids)).filter((row) => row !== undefined);
}

const inState = (holds: OrderHolds, state: HoldState): OrderHolds => holds.filter(({ data }) => data.state === state);
const unitsOf = (holds: OrderHolds): number => holds.reduce((sum, { data }) => sum + data.qty, 0);

/** Sets bound holds to sold; no stock level is written. Returns the number of units. */
export function sellHolds(t: Writer, holds: OrderHolds, at: string): number {
  const bound = inState(holds, 'bound');
  for (const { id } of bound) t.update(StockHolds, id, { state: 'sold', updatedAt: at });
  return unitsOf(bound);
}

/**
 * Returns an order's units to stock. Bound or sold holds leave `held`. Units of compacted holds go back on the shelf
 * with a move. Returns the number of units.
 */
export function releaseOrderHolds(t: Writer, holds: OrderHolds, by: { at: string; actorId: string | null }): number {
  const { at, actorId } = by;
  const keeping = [...inState(holds, 'bound'), ...inState(holds, 'sold')];
  const compacted = inState(holds, 'compacted');
  for (const { id } of [...keeping, ...compacted]) t.update(StockHolds, id, { state: 'released', updatedAt: at });
  const moment = { env: unwatched, now: new Date(at) };
  for (const { data } of keeping) releaseUnits(t, data, data.qty, moment);
  for (const { id, data } of compacted) {
    const { productId, qty: delta, orderId: refId } = data;
    // The units go to the level, because their shard may have been merged since the sale.
    t.update(StockLevels, productId, { onHand: inc(delta), updatedAt: at });
    noticeStock(t, unwatched, { productId, before: 0, after: delta, now: moment.now });
    // The time is part of the id: an order can leave `canceled` and be canceled again.
    writeMovement(t, `return-${id}-${Date.parse(at)}`, {
      productId,
      delta,
      kind: 'return',
      refId,
      actorId,
      reason: null,
      at,
    });
  }
  return unitsOf([...keeping, ...compacted]);
}

/**
 * Finds the units of an order that released them. Inside a transaction no expired hold is released: that happened
 * before it (`releaseExpiredHoldsOf`). Only reads.
 */
export const planAllocationOf = (
  t: Reader,
  order: Pick<Order, 'lines' | 'userId' | 'parts' | 'stockState'>,
  expired: QueryExpired = noneExpired,
): Promise<Allocation> => planAllocation(t, unitsToHoldAgain(order), { who: order.userId, own: new Map(), expired });

/** Holds an order's units again, as bound or, when the order is paid, as sold. The allocation must not be short. */
export function holdAgain(
  t: Writer,
  { id: orderId, data: order }: { readonly id: string; readonly data: Order },
  allocation: Allocation,
  { state, at }: { readonly state: 'bound' | 'sold'; readonly at: string },
): number {
  const shardOf = writeAllocation(t, allocation, { env: unwatched, now: new Date(at) });
  let units = 0;
  for (const [productId, qty] of unitsToHoldAgain(order)) {
    units += qty;
    t.set(StockHolds, orderHoldId(orderId, productId), {
      productId,
      userId: order.userId,
      orderId,
      qty,
      shard: shardOf(productId),
      state,
      expiresAt: null,
      firstHeldAt: at,
      createdAt: order.createdAt,
      updatedAt: at,
    });
  }
  return units;
}
