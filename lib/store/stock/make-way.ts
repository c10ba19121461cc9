import type { Context } from '#lib/context/context.ts';
import { findRoomAgain } from '#lib/store/orders/order-holds.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { releaseExpiredHolds } from './expired-holds.ts';

/**
 * Gives back, in transactions of its own, what expired carts keep from an order that is to hold its units again. What is
 * short afterwards is short indeed.
 */
export async function makeWayFor(ctx: Context, order: Pick<Order, 'lines' | 'userId'>): Promise<void> {
  for (let cleared = 1; cleared > 0; ) {
    const { short } = await findRoomAgain(ctx.data, order);
    cleared = 0;
    for (const productId of short.keys()) cleared += await releaseExpiredHolds(ctx, productId);
  }
}
