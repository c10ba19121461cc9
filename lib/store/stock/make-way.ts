import type { Context } from '#lib/context/context.ts';
import { unitsPerProduct } from '#lib/store/orders/order-holds.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { releaseExpiredHolds } from './expired-holds.ts';

/**
 * Releases, in transactions of their own, all expired holds of the products of an order that is to hold its units again. It
 * does so even if enough is free now: another buyer may take that first, and the order's own transaction releases no hold.
 */
export async function makeWayFor(ctx: Context, order: Pick<Order, 'lines'>): Promise<void> {
  for (const productId of unitsPerProduct(order).keys()) {
    let released: number;
    do released = await releaseExpiredHolds(ctx, productId);
    while (released > 0);
  }
}
