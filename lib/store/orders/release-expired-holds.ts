import type { Context } from '#lib/context/context.ts';
import { unitsPerProduct } from '#lib/store/orders/order-units.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { RELEASED_AT_ONCE, releaseExpiredHolds } from '#lib/store/stock/stock.ts';

/**
 * Releases all expired holds of an order's products, in separate transactions, before the order holds its units again.
 * It does so even if enough units are free now: another buyer may take those first, and the order's own transaction
 * releases no hold.
 */
export async function releaseExpiredHoldsOf(ctx: Context, order: Pick<Order, 'lines'>): Promise<void> {
  for (const productId of unitsPerProduct(order).keys()) {
    let found: number;
    do ({ found } = await releaseExpiredHolds(ctx, productId));
    while (found === RELEASED_AT_ONCE);
  }
}
