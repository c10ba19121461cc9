import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { createNotification, type NotificationContent } from '#lib/notifications/write/create.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { amountOfPart } from '#lib/store/parts/part-view.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { OrderMailKind } from '#lib/store/values.ts';
import type { OrderMailPromise } from './order-promises.ts';

/**
 * Notifies the user on the page and by push about the same step as the mail, once, however often it runs. The order
 * already sends its own mail, so the notification sends none.
 */
export async function notifyOfOrder(ctx: Context, promise: OrderMailPromise): Promise<void> {
  const row = await ctx.data.get(Orders, promise.orderId);
  if (!row) return;
  const { kind, vendorId } = promise;
  const vendor = vendorId === null ? undefined : await ctx.data.get(Vendors, vendorId);
  const isForSeller = kind === 'vendor_new_order';
  const userId = isForSeller ? (vendor?.data.ownerId ?? null) : row.data.userId;
  const words = wordsOf(kind, row.data, vendor);
  if (userId === null || words === null) return;
  await createNotification(ctx, userId, {
    ...words,
    data: { orderId: row.id, actionUrl: `${isForSeller ? '/sell' : ''}/orders/${row.id}` },
    source: `order.${kind}`,
    key: `${row.id}:${vendorId ?? ''}`,
    shut: { email: 'not_asked' },
  });
}

type Words = Pick<Extract<NotificationContent, { template: unknown }>, 'type' | 'template' | 'params'>;

/**
 * Returns the notification of a step. Payments have the type WALLET, deliveries SYSTEM. `placed` has none, because
 * the buyer knows it.
 */
function wordsOf(kind: OrderMailKind, order: Order, vendor: Row<Vendor> | undefined): Words | null {
  const { number, totalMinor, currency } = order;
  switch (kind) {
    case 'placed':
      return null;
    case 'paid':
    case 'refunded':
      return { type: 'WALLET', template: `order.${kind}`, params: { number, totalMinor, currency } };
    case 'shipped':
    case 'completed':
    case 'canceled':
      return { type: 'SYSTEM', template: `order.${kind}`, params: { number } };
    case 'part_shipped':
      return { type: 'SYSTEM', template: 'order.part_shipped', params: { number, vendor: vendor?.data.name ?? '' } };
    case 'part_refused': {
      const totalMinor = amountOfPart(order, vendor?.id ?? '');
      const params = { number, vendor: vendor?.data.name ?? '', totalMinor, currency };
      return { type: 'SYSTEM', template: 'order.part_refused', params };
    }
    case 'vendor_new_order': {
      const own = order.lines.filter((line) => line.vendorId === vendor?.id);
      return {
        type: 'SYSTEM',
        template: 'order.sold',
        params: { number, count: own.reduce((sum, { qty }) => sum + qty, 0) },
      };
    }
  }
}
