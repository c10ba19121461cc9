import type { Context } from '#lib/context/context.ts';
import { unitsPerProduct } from '#lib/store/orders/order-holds.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { releaseExpiredHolds } from './expired-holds.ts';

/**
 * Gives back, in transactions of its own, what expired carts keep of the products of an order that is to hold its units
 * again, whether it is short now or not: what is free may be taken before the order's own transaction, in which no hold
 * gives way. What is short then is short indeed.
 */
export async function makeWayFor(ctx: Context, order: Pick<Order, 'lines'>): Promise<void> {
  for (const productId of unitsPerProduct(order).keys()) while ((await releaseExpiredHolds(ctx, productId)) > 0);
}
