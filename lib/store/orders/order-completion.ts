import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Tx } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { RECEIVED_AFTER_MS } from '#lib/store/limits.ts';
import { partsMayMove, receivedDueAt } from '#lib/store/parts/part-rows.ts';
import { receiveParts } from '#lib/store/parts/receive-parts.ts';
import { ordersSince, ordersWithPartsDue } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { Swept } from './expiry.ts';
import { type Actor, withHistory } from './order-events.ts';
import { orderLane } from './write-cancel.ts';

const SLICE = 100;

/**
 * Does what time does to a slice of orders: a part that was shipped at least fourteen days ago counts as received, and
 * with its last part the order is completed.
 */
export async function completeOrders(ctx: Context, after?: Cursor): Promise<Swept> {
  const now = ctx.now();
  const by = { at: now.toISOString(), actorId: null, via: ctx.via };
  const old = after === undefined ? await completeOld(ctx, by) : 0;
  const page = await ctx.data.find(ordersWithPartsDue(by.at, SLICE, after));
  let completed = 0;
  for (const { id } of page.rows) if (await completeOnce(ctx, id, by)) completed += 1;
  return { seen: old + page.rows.length, done: old + completed, next: page.next };
}

/**
 * Completes the orders that were stored before their due times were: no index finds those. Nearly every order of this
 * list is of that kind; those that may not move are skipped.
 */
async function completeOld(ctx: Context, by: Actor): Promise<number> {
  const cutoff = before(new Date(by.at), RECEIVED_AFTER_MS);
  let completed = 0;
  for await (const rows of pagesOf(ctx.data, (after) => ordersSince('shipped', cutoff, SLICE, after)))
    for (const { id, data } of rows)
      if (partsDue(data, by.at).length > 0 && (await completeOnce(ctx, id, by))) completed += 1;
  return completed;
}

const completeOnce = (ctx: Context, orderId: string, by: Actor): Promise<boolean> =>
  ctx.data.tx((t) => completeIn(t, orderId, by), { lane: orderLane(orderId) });

async function completeIn(t: Tx, orderId: string, by: Actor): Promise<boolean> {
  const row = await t.need(Orders, orderId);
  const due = partsDue(row.data, by.at);
  if (due.length === 0) return false;
  receiveParts(t, await withHistory(t, row), due, 'time', by);
  return true;
}

const partsDue = (order: Order, at: string): readonly OrderPart[] =>
  partsMayMove(order)
    ? order.parts.filter((part) => {
        const dueAt = receivedDueAt(part);
        return dueAt !== null && dueAt <= at;
      })
    : [];
