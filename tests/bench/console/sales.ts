import { countOverview } from '#lib/admin/overview/overview-counts.ts';
import { salesCompared } from '#lib/admin/overview/sales-compared.ts';
import { findSale } from '#lib/admin/payments/find-sale.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { rollUpStats } from '#lib/admin/statistics/stats-rollup.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import { orderStatuses } from '#lib/context/ports/values.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import { listAllAttention } from '#lib/payments/alerts/attention.ts';
import { listLedger } from '#lib/payments/attempts/ledger-list.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import type { LedgerFilter } from '#lib/payments/queries.ts';
import { attemptStatuses, processors, purposes } from '#lib/payments/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { listOrders, viewForAdmin } from '#lib/store/orders/orders.ts';
import { testAttempt } from '#tests/support/attempts.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import { type Area, type Case, one, paged } from './cases.ts';

const AT_ONCE = 250;
const LIST_MS = 4;
const ORDER_MS = 3;
const FIGURES_MS = 5;
const LIMIT = 50;
/** Rows so far apart spread 100,000 of them over the 90 days that statistics show. */
const STEP_MS = 75 * SECOND_MS;

const orderIdOf = (n: number): string => `ord_${String(n).padStart(20, '0')}`;
const referenceOf = (n: number): string => `P${String(n).padStart(9, '0')}-1`;

async function fill(ctx: Context, count: number): Promise<void> {
  const now = ctx.now();
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const at = before(now, (count - n) * STEP_MS);
        const userId = `usr_${n % 1_000}`;
        // The area of exports may have written these orders already.
        write.set(Orders, orderIdOf(n), orderRow(n, at, { userId, status: one(orderStatuses, n * 7) }));
        write.create(PaymentTransactions, referenceOf(n), payment(n, userId, at));
      }
    });
  let next: string | null = null;
  do ({ next } = await rollUpStats(ctx, next));
  while (next !== null);
}

function payment(n: number, userId: string, at: string) {
  const purpose = n % 5 === 0 ? one(purposes, n / 5) : 'store_order';
  const orderId = purpose === 'store_order' ? orderIdOf(n) : null;
  return testAttempt({
    ...{ orderReference: referenceOf(n), userId, orderId, purpose, processor: one(processors, n * 3) },
    ...{ status: one(attemptStatuses, n * 11), paidAt: n % 3 === 0 ? at : null, createdAt: at, updatedAt: at },
  });
}

const ledger = (name: string, filter: LedgerFilter): Case =>
  paged(name, LIST_MS, async (ctx, cursor) => (await listLedger(ctx, filter, { limit: LIMIT, cursor })).nextCursor);

/** Figures are kept for some seconds, so each call gets a memo of its own. */
const figures = (name: string, read: (ctx: Context) => Promise<unknown>): Case => ({
  name,
  targetMs: FIGURES_MS,
  run: (ctx) => read({ ...ctx, memo: new Memo(ctx.now) }),
});

/** The lists of orders and payments, one order, and the figures of the overview. */
export const sales: Area = {
  name: 'sales',
  fill,
  cases: [
    paged(
      'orders, page by page',
      LIST_MS,
      async (ctx, afterId) => (await listOrders(ctx, { limit: LIMIT, afterId })).nextAfterId,
    ),
    paged('orders, one status', LIST_MS, async (ctx, afterId) => {
      const page = await listOrders(ctx, { limit: LIMIT, afterId, status: 'shipped' });
      return page.nextAfterId;
    }),
    {
      name: 'orders, one buyer',
      targetMs: LIST_MS,
      run: (ctx, at) => listOrders(ctx, { limit: LIMIT, userId: `usr_${at % 1_000}` }),
    },
    {
      name: 'one order for an admin',
      targetMs: ORDER_MS,
      run: async (ctx, at) => {
        const row = await ctx.data.get(Orders, orderIdOf(at * 13));
        if (row) await viewForAdmin(ctx as UserContext, row);
      },
    },
    ledger('payments, page by page', {}),
    ledger('payments, one purpose', { purpose: 'wallet_topup' }),
    ledger('payments, one processor', { processor: 'cardgw' }),
    ledger('payments, all filters', { purpose: 'store_order', processor: 'cardgw', status: 'paid' }),
    { name: 'payments that wait', targetMs: LIST_MS, run: (ctx) => listAllAttention(ctx, 10) },
    { name: 'a sale by its reference', targetMs: LIST_MS, run: (ctx, at) => findSale(ctx, referenceOf(at * 17)) },
    figures('platform statistics, 90 d', (ctx) => platformStats(ctx, '90d')),
    figures('overview, 30 d compared', (ctx) => salesCompared(ctx, '30d')),
    figures('overview, what waits', (ctx) => countOverview(ctx as UserContext)),
  ],
};
