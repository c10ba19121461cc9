import type { Context } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { isReleasable, releaseSettlements } from '#lib/payments/books/post-release.ts';
import { readSale } from '#lib/payments/books/settlements.ts';
import { settlementsAccrued } from '#lib/payments/queries.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { type Actor, withHistory, writeOrderChange } from '#lib/store/orders/order-events.ts';
import { orderLane } from '#lib/store/orders/write-cancel.ts';
import type { Order } from '#lib/store/schemas/order.ts';

const SLICE = 100;

/**
 * Makes the settlements payable whose part was delivered so long ago that its return period has ended. A slow vendor
 * does not delay the money of a quick one. The due parts of an order are released in one transaction with the order
 * itself. Blocked settlements wait, and so does a sale with a refund in progress.
 */
export async function releaseDue(ctx: Context, after?: Cursor): Promise<Swept> {
  const now = ctx.now();
  const cutoff = before(now, ctx.env.STORE_RETURN_DAYS * DAY_MS);
  const by = { at: now.toISOString(), actorId: null, via: ctx.via };
  const page = await ctx.data.find(settlementsAccrued(SLICE, after));
  const free = page.rows.filter(({ data }) => isReleasable(data));
  let released = 0;
  for (const orderId of await dueAmong(ctx, [...new Set(free.map(({ data }) => data.orderId))], cutoff)) {
    const parts = await ctx.data.tx((t) => releaseOnce(t, orderId, cutoff, by), { lane: orderLane(orderId) });
    if (parts === 0) continue;
    await fault('settlement.after_release');
    released += parts;
    ctx.log('info', 'settlement.released', { orderId, parts });
  }
  return { seen: page.rows.length, done: released, next: page.next };
}

/**
 * Returns the orders of which a part may be released. Most sales of a page still wait, and this costs one read instead
 * of a transaction each. The transaction checks its order again. An order that becomes due meanwhile is released by
 * the next run.
 */
async function dueAmong({ data }: Context, orderIds: readonly string[], cutoff: string): Promise<readonly string[]> {
  const orders = await data.getMany(Orders, orderIds);
  return orders.flatMap((row) => (row && vendorsDue(row.data, cutoff).size > 0 ? [row.id] : []));
}

/** Returns the vendors of an order whose part was delivered by then and whose money stays. */
const vendorsDue = ({ parts, payState }: Order, cutoff: string): ReadonlySet<string> =>
  new Set(
    payState === 'refund_pending'
      ? []
      : parts.flatMap(({ vendorId, state, deliveredAt, refund }) =>
          state === 'delivered' && refund === null && deliveredAt !== null && deliveredAt <= cutoff ? [vendorId] : [],
        ),
  );

/** Returns how many parts were released. */
async function releaseOnce(t: Tx, orderId: string, cutoff: string, by: Actor): Promise<number> {
  const row = await t.need(Orders, orderId);
  const due = vendorsDue(row.data, cutoff);
  if (due.size === 0) return 0;
  const [order, { settlements }] = await Promise.all([withHistory(t, row), readSale(t, orderId, row.data)]);
  const parts = settlements.filter(({ data }) => isReleasable(data) && due.has(data.vendorId)).length;
  if (parts === 0) return 0;
  const vendorSettlements = releaseSettlements(t, settlements, due, by.at);
  writeOrderChange(t, order, { vendorSettlements }, [{ kind: 'settled', data: { state: 'payable', parts } }], by);
  return parts;
}
