import type { Context } from '#lib/context/context.ts';
import { before } from '#lib/core/time.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import { isPageExpired } from '#lib/payments/cards/check-times.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { Orders } from '#lib/store/collections.ts';
import { ORDER_GRACE_MS } from '#lib/store/limits.ts';
import { ordersToExpire } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { sweepExpiredHolds } from '#lib/store/stock/stock.ts';
import { type Actor, withHistory } from './order-events.ts';
import { holdsOf } from './order-holds.ts';
import { hasMoneyAround, orderLane, writeCancel } from './write-cancel.ts';

const SLICE = 100;

export type Swept = { readonly seen: number; readonly done: number; readonly next: Cursor | null };

/**
 * Cancels a slice of the orders that were not paid in time, and releases expired cart holds. An order whose money has
 * arrived, is held or is under review is skipped. So is an order whose payment page may be open, or was not checked at
 * the gateway since the page expired. Safe to run twice, and concurrently.
 */
export async function expireOrders(ctx: Context, after?: Cursor): Promise<Swept> {
  const released = after === undefined ? await sweepExpiredHolds(ctx) : 0;
  const now = ctx.now();
  const cutoff = before(now, ORDER_GRACE_MS);
  const by = { at: now.toISOString(), actorId: null, via: ctx.via };
  const page = await ctx.data.find(ordersToExpire(cutoff, SLICE, after));
  let expired = 0;
  for (const { id } of page.rows) {
    const done = await ctx.data.tx((t) => expireOnce(t, id, cutoff, by), { lane: orderLane(id) });
    if (!done) continue;
    expired += 1;
    ctx.log('info', 'order.expired', { orderId: id });
  }
  return { seen: released + page.rows.length, done: released + expired, next: page.next };
}

async function expireOnce(t: Tx, orderId: string, cutoff: string, by: Actor): Promise<boolean> {
  const row = await t.need(Orders, orderId);
  const { status, holdExpiresAt } = row.data;
  if (status !== 'new' || holdExpiresAt === null || holdExpiresAt > cutoff) return false;
  const [order, holds, attempts] = await Promise.all([
    withHistory(t, row),
    holdsOf(t, row),
    attemptsOf(t, { stem: row.data.number }),
  ]);
  if (hasMoneyAround(row.data) && !isPageForgotten(row.data, attempts, cutoff)) return false;
  writeCancel(t, order, { because: 'expired', holds }, by);
  return true;
}

/**
 * Returns true when all payment pages of an order expired long ago and the gateway was checked since. Money that still
 * arrives counts as a late payment.
 */
const isPageForgotten = ({ payState }: Order, attempts: readonly LedgerRow[], cutoff: string): boolean =>
  payState === 'pending' &&
  attempts
    .filter(isLive)
    .every(
      (attempt) =>
        attempt.lookedAt !== null &&
        isPageExpired(attempt, new Date(cutoff)) &&
        isPageExpired(attempt, new Date(attempt.lookedAt)),
    );
