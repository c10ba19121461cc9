import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import { mayHoldOldDocuments } from '#lib/data/migrate-documents.ts';
import type { Cursor } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Tx, Writer } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { RECEIVED_AFTER_MS } from '#lib/store/limits.ts';
import { promiseNotice } from '#lib/store/parts/part-notices.ts';
import { partsMayMove, receivedDueAt, reminderDueAt } from '#lib/store/parts/part-rows.ts';
import { receiveParts } from '#lib/store/parts/receive-parts.ts';
import { writeParts } from '#lib/store/parts/write-parts.ts';
import { ordersSince, ordersWithPartsDue } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { Swept } from './expiry.ts';
import { type Actor, type OrderToChange, withHistory } from './order-events.ts';
import { orderLane } from './write-cancel.ts';

const SLICE = 100;

/**
 * Does what time does to a slice of orders: a part that was shipped at least fourteen days ago counts as received, with
 * its last part an order is completed, and a vendor is reminded of a cancel request that has waited for three days.
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
 * Completes the orders that were stored before their due times were: no index finds those. Once all documents are
 * upgraded there are none, and the list would only hold the refunded orders, which stay shipped for ever.
 */
async function completeOld(ctx: Context, by: Actor): Promise<number> {
  if (!(await mayHoldOldDocuments(ctx))) return 0;
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
  const [shipped, asked] = [
    due.filter(({ state }) => state === 'shipped'),
    due.filter((part) => isToRemind(part, by.at)),
  ];
  if (due.length === 0) return false;
  const order = await withHistory(t, row);
  // The next run finds what is left of an order: each change is one write of it.
  if (shipped.length > 0) receiveParts(t, order, shipped, 'time', by);
  else remindOfRequests(t, order, asked, by);
  return true;
}

/** Reminds the vendors of unanswered cancel requests, once, and tells the administrators. */
function remindOfRequests(t: Writer, order: OrderToChange, parts: readonly OrderPart[], by: Actor): void {
  const reminded = parts.map((part) => ({
    ...part,
    cancelRequest: part.cancelRequest && { ...part.cancelRequest, remindedAt: by.at },
  }));
  const events = parts.map(({ vendorId }) => ({ kind: 'note', data: { vendorId, reminded: true } }) as const);
  writeParts(t, order, { parts: reminded, events, because: 'time' }, by);
  for (const { vendorId } of parts)
    promiseNotice(t, { orderId: order.id, vendorId, kind: 'cancel_reminder', key: 'once' }, new Date(by.at));
}

const isToRemind = (part: OrderPart, at: string): boolean => isDue(reminderDueAt(part), at);
const isDue = (dueAt: string | null, at: string): boolean => dueAt !== null && dueAt <= at;

const partsDue = (order: Order, at: string): readonly OrderPart[] =>
  partsMayMove(order) ? order.parts.filter((part) => isDue(receivedDueAt(part), at) || isToRemind(part, at)) : [];
