import { z } from 'zod';
import type { Context } from '#lib/context/context.ts';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Writer } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { hasMoneyAround, orderLane } from '#lib/store/orders/write-cancel.ts';
import { ordersToExpire } from '#lib/store/queries.ts';

const PAGE = 100;
/** After every expiry. */
const EVER = '9999-12-31T23:59:59.999Z';

/** Ends the time to pay of the unpaid orders of a suspended vendor. */
export const vendorUnpaidTopic = topic('vendor.unpaid', z.object({ vendorId: idText }), { coalesce: true });

export const promiseUnpaidExpiry = (write: Writer, vendorId: string, now: Date): void =>
  enqueue(write, vendorUnpaidTopic, { vendorId }, { now, key: vendorId });

/**
 * Ends the time to pay of a vendor's unpaid orders. The process that expires orders then cancels them. An order whose
 * money is on its way keeps its time. Safe to run twice.
 */
export async function endUnpaidOrders(ctx: Context, vendorId: string): Promise<void> {
  const at = ctx.now().toISOString();
  for await (const rows of pagesOf(ctx.data, (after) => ordersToExpire(EVER, PAGE, after)))
    for (const { id, data } of rows)
      if (data.vendorIds.includes(vendorId))
        await ctx.data.tx(
          async (t) => {
            const { data: order } = await t.need(Orders, id);
            const isWaiting = order.status === 'new' && order.holdExpiresAt !== null && order.holdExpiresAt > at;
            if (isWaiting && !hasMoneyAround(order)) t.update(Orders, id, { holdExpiresAt: at, updatedAt: at });
          },
          { lane: orderLane(id) },
        );
}
