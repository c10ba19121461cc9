import { mayAs } from '#lib/auth/values.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { kept } from '#lib/core/kept.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { Orders, SerialCounters } from '#lib/store/collections.ts';
import type { Order, OrderView } from '#lib/store/schemas/order.ts';
import { tellOwners } from '#lib/tunnel/channels/tell-owners.ts';
import { orderLane } from './order-cancel.ts';
import { withHistory, writeOrderChange } from './order-events.ts';
import { viewOfOrder } from './orders.ts';

/** The shop keeps its books by this clock: a document says the same day and year whoever opens it. */
export const BOOKS_ZONE = 'Europe/Kyiv';
const DIGITS = 6;

// Made when the first document is: the first format of a zone costs a start 30 ms.
const yearsOf = kept((timeZone) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }));
const yearOf = (at: string): string => yearsOf(BOOKS_ZONE).format(new Date(at));

/**
 * Gives a paid order the next number of its year, once. Counter and order change in one transaction: no two orders share
 * a number, and none is left out, wherever the process dies.
 */
export async function numberDocument(ctx: Context, orderId: string): Promise<void> {
  const known = await ctx.data.get(Orders, orderId);
  if (!known || known.data.paidAt === null) return;
  const year = yearOf(known.data.paidAt);
  const series = `document-${year}`;
  const by = { at: ctx.now().toISOString(), actorId: null, via: ctx.via };
  const number = await ctx.data.tx(
    async (t) => {
      const row = await t.need(Orders, orderId);
      if (row.data.documentNumber !== null) return null;
      const [order, counter] = await Promise.all([withHistory(t, row), t.get(SerialCounters, series)]);
      const last = (counter?.data.last ?? 0) + 1;
      const documentNumber = `${year}-${String(last).padStart(DIGITS, '0')}`;
      t.set(SerialCounters, series, { last });
      writeOrderChange(t, order, { documentNumber }, [{ kind: 'note', data: { document: documentNumber } }], by);
      return documentNumber;
    },
    { lane: [`${SerialCounters.name}/${series}`, orderLane(orderId)] },
  );
  if (number === null) return;
  ctx.log('info', 'order-document.numbered', { orderId, number });
  await tellOwners(ctx, [known.data.userId]);
}

/** An order as it is printed. */
export type OrderDocument = {
  readonly number: string;
  readonly order: OrderView;
  readonly locale: Order['locale'];
  /** The payment that paid it, and its return if there was one. */
  readonly payment: Pick<LedgerRow, 'processor' | 'orderReference' | 'paidAt' | 'refundedAt'> | null;
};

/**
 * The printable document of an order for its buyer, and for admins; `pending` for a paid order whose number is on its
 * way. Null for one that was never paid and for everybody else's.
 */
export async function readDocument(ctx: UserContext, orderId: string): Promise<OrderDocument | 'pending' | null> {
  const row = await ctx.data.get(Orders, orderId);
  const mayRead = row?.data.userId === ctx.user.id || mayAs('admin', ctx.user);
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
