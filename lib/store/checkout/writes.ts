import { nameUnnamed } from '#lib/auth/users.ts';
import type { Writer } from '#lib/data/store.ts';
import { Carts, OrderNumbers, StockHolds } from '#lib/store/collections.ts';
import { createdEvent, type OrderNames } from '#lib/store/orders/order-draft.ts';
import { writeNewOrder } from '#lib/store/orders/order-events.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { type Moment, orderHoldId, releaseUnits, writeAllocation } from '#lib/store/stock/stock.ts';
import type { Purchase } from './plan-purchase.ts';

/**
 * Writes a purchase: the order with its number and first event, its holds and the remaining cart. It also names a
 * buyer without a name.
 */
export function writePurchase(
  t: Writer,
  { env }: Pick<Moment, 'env'>,
  purchase: Purchase,
  order: Order,
  { orderId, number, now, by }: OrderNames,
): void {
  t.create(OrderNumbers, number, { orderId, createdAt: by.at });
  writeNewOrder(t, orderId, order, [createdEvent(order)], by);
  nameUnnamed(t, purchase.buyer, order.contact.name, by.at);
  bindHolds(t, purchase, { orderId, userId: order.userId, moment: { env, now } });
  if (purchase.cart)
    t.update(Carts, order.userId, {
      items: [...purchase.remaining],
      rev: purchase.cart.rev + 1,
      lastOrderId: orderId,
      lastOrderAt: by.at,
      updatedAt: by.at,
    });
}

/** Turns the cart's holds into the order's, and holds the missing units now. */
function bindHolds(
  t: Writer,
  { bound, allocation }: Purchase,
  { orderId, userId, moment }: { readonly orderId: string; readonly userId: string; readonly moment: Moment },
): void {
  const at = moment.now.toISOString();
  const shardOf = writeAllocation(t, allocation, moment);
  for (const { id: productId, qty, hold, remaining, spare } of bound) {
    // Units of the cart's hold are counted in its shard. Units that were missing have been added to the same shard.
    const shard = hold?.data.shard ?? shardOf(productId);
    t.create(StockHolds, orderHoldId(orderId, productId), {
      productId,
      userId,
      orderId,
      qty,
      shard,
      state: 'bound',
      expiresAt: null,
      firstHeldAt: hold?.data.firstHeldAt ?? at,
      createdAt: at,
      updatedAt: at,
    });
    if (hold && remaining > 0) t.update(StockHolds, hold.id, { qty: remaining, updatedAt: at });
    else if (hold) t.delete(StockHolds, hold.id);
    if (spare > 0) releaseUnits(t, { productId, shard }, spare, moment);
  }
}
