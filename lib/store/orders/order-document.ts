import { hasRightsOf } from '#lib/auth/values.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { fault } from '#lib/core/fault.ts';
import { memoize } from '#lib/core/memoize.ts';
import { withLease } from '#lib/data/locks.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Page, Row } from '#lib/data/store.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { Orders, SerialCounters } from '#lib/store/collections.ts';
import { ordersToNumber } from '#lib/store/queries.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';
import { SHOP_WORKER, SHOP_WORKER_LEASE_MS } from '#lib/store/values.ts';
import { publishToOwners } from '#lib/tunnel/channels/publish-to-owners.ts';
import { withHistory, writeOrderChange } from './order-events.ts';
import { viewOfOrder } from './orders.ts';
import { orderLane } from './write-cancel.ts';

/** The time zone of the shop's books: a document shows the same day and year to every reader. */
export const BOOKS_ZONE = 'Europe/Kyiv';
const DIGITS = 6;

// The format is created with the first document, because the first format of a zone costs 30 ms at startup.
const yearsOf = memoize((timeZone) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }));
const yearOf = (at: string): string => yearsOf(BOOKS_ZONE).format(new Date(at));

/** The number of documents numbered in one transaction. */
export const NUMBERED_AT_ONCE = 100;

/**
 * Assigns document numbers to the paid orders that have none, in the order of their payment, from the counter of their
 * year. Counters and orders change in one transaction: no two orders share a number and no number is skipped, wherever
 * the process dies. Only one worker calls this at a time, because all callers would wait for the same counter. An order
 * that cannot be numbered delays no other; its error is thrown at the end. Returns the number of orders numbered.
 */
export async function numberDocuments(ctx: Context): Promise<number> {
  const failures: unknown[] = [];
  let numbered = 0;
  let after: Cursor | null = null;
  do {
    const due: Page<Order> = await ctx.data.find(ordersToNumber(NUMBERED_AT_ONCE, after ?? undefined));
    const { given, failures: failed } = await numberAll(ctx, due.rows);
    numbered += given.length;
    failures.push(...failed);
    for (const { orderId, number } of given) ctx.log('info', 'order-document.numbered', { orderId, number });
    await publishToOwners(ctx, [...new Set(given.map(({ userId }) => userId))]);
    after = due.next;
  } while (after !== null);
  if (failures.length > 0) throw failures[0];
  return numbered;
}

/**
 * Like `numberDocuments`, but does nothing when another process holds the lease of the shop worker, which then does the
 * work.
 */
export async function numberDocumentsAlone(ctx: Context): Promise<number> {
  const { rows } = await ctx.data.find(ordersToNumber(1));
  if (rows.length === 0) return 0;
  const run = await withLease(ctx, SHOP_WORKER, { leaseMs: SHOP_WORKER_LEASE_MS }, () => numberDocuments(ctx));
  return run.held ? run.value : 0;
}

type Numbered = { readonly orderId: string; readonly userId: string; readonly number: string };

type Outcome = { readonly given: readonly Numbered[]; readonly failures: readonly unknown[] };

/** Numbers all orders in one transaction, or each order separately when that fails. */
async function numberAll(ctx: Context, due: readonly Row<Order>[]): Promise<Outcome> {
  if (due.length === 0) return { given: [], failures: [] };
  try {
    return { given: await numberBatch(ctx, due), failures: [] };
  } catch (error) {
    if (due.length === 1) return { given: [], failures: [error] };
  }
  const outcomes: Outcome[] = [];
  for (const row of due) outcomes.push(await numberAll(ctx, [row]));
  return {
    given: outcomes.flatMap((outcome) => outcome.given),
    failures: outcomes.flatMap((outcome) => outcome.failures),
  };
}

async function numberBatch(ctx: Context, due: readonly Row<Order>[]): Promise<readonly Numbered[]> {
  const ids = due.map(({ id }) => id);
  const series = [...new Set(due.map(({ data }) => seriesOf(data)))];
  const by = { at: ctx.now().toISOString(), actorId: null, via: ctx.via };
  return ctx.data.tx(
    async (t) => {
      const rows = (await t.getMany(Orders, ids)).flatMap((row) => (row?.data.documentNumber === null ? [row] : []));
      const [orders, counters] = await Promise.all([
        Promise.all(rows.map((row) => withHistory(t, row))),
        t.getMany(SerialCounters, series),
      ]);
      const last = new Map(series.map((name, i) => [name, counters[i]?.data.last ?? 0]));
      const given = orders.map((order) => {
        const name = seriesOf(order.data);
        const next = (last.get(name) ?? 0) + 1;
        last.set(name, next);
        const number = `${yearOf(order.data.paidAt ?? '')}-${String(next).padStart(DIGITS, '0')}`;
        return { order, number };
      });
      for (const { order, number } of given)
        writeOrderChange(t, order, { documentNumber: number }, [{ kind: 'note', data: { document: number } }], by);
      await fault('document.batch_half');
      for (const [name, value] of last) t.set(SerialCounters, name, { last: value });
      return given.map(({ order, number }) => ({ orderId: order.id, userId: order.data.userId, number }));
    },
    { lane: [...series.map((name) => `${SerialCounters.name}/${name}`), ...ids.map(orderLane)] },
  );
}

/** Returns the counter name of the year in which an order was paid. */
const seriesOf = ({ paidAt }: Order): string => `document-${yearOf(paidAt ?? '')}`;

/** An order in its printable form. */
export type OrderDocument = {
  readonly number: string;
  readonly order: OrderView;
  readonly locale: Order['locale'];
  /** The payment of the order, with its refund if there was one. */
  readonly payment: Pick<LedgerRow, 'processor' | 'orderReference' | 'paidAt' | 'refundedAt'> | null;
};

/**
 * Returns the printable document of an order for its buyer or an admin. Returns `pending` for a paid order without a
 * number yet. Returns null for an unpaid order and for any other reader.
 */
export async function readDocument(ctx: UserContext, orderId: string): Promise<OrderDocument | 'pending' | null> {
  const row = await ctx.data.get(Orders, orderId);
  const mayRead = row?.data.userId === ctx.user.id || hasRightsOf('admin', ctx.user);
  if (!row || !mayRead || row.data.paidAt === null) return null;
  const { documentNumber: number, locale } = row.data;
  if (number === null) return 'pending';
  const [order, attempts] = await Promise.all([
    viewOfOrder({ ...ctx, locale }, row),
    attemptsOf(ctx.data, { stem: row.data.number }),
  ]);
  const payment = attempts.find((attempt) => attempt.paidAt !== null && !attempt.excess) ?? null;
  return { number, order, locale, payment };
}
