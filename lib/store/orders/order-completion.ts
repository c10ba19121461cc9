import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { Orders } from '#lib/store/collections.ts';
import { RECEIVED_AFTER_MS } from '#lib/store/limits.ts';
import { ordersSince } from '#lib/store/queries.ts';
import type { Swept } from './expiry.ts';
import { type Actor, withHistory, writeOrderChange } from './order-events.ts';
import { orderLane } from './write-cancel.ts';

const SLICE = 100;

/** Completes a slice of the orders that were shipped at least fourteen days ago. */
export async function completeOrders(ctx: Context, after?: Cursor): Promise<Swept> {
  const now = ctx.now();
  const cutoff = before(now, RECEIVED_AFTER_MS);
  const by = { at: now.toISOString(), actorId: null, via: ctx.via };
  const page = await ctx.data.find(ordersSince('shipped', cutoff, SLICE, after));
  let completed = 0;
  for (const { id } of page.rows) {
    const done = await ctx.data.tx((t) => completeOnce(t, id, cutoff, by), { lane: orderLane(id) });
    if (done) completed += 1;
  }
  return { seen: page.rows.length, done: completed, next: page.next };
}

async function completeOnce(t: Tx, orderId: string, cutoff: string, by: Actor): Promise<boolean> {
  const row = await t.need(Orders, orderId);
  if (row.data.status !== 'shipped' || row.data.statusAt > cutoff) return false;
  const order = await withHistory(t, row);
  const event = { kind: 'status', from: 'shipped', to: 'completed', data: { because: 'time' } } as const;
  writeOrderChange(t, order, { status: 'completed' }, [event], by);
  return true;
}
