import type { Context } from '#lib/context/context.ts';
import type { PaymentRequests } from '#lib/context/ports/payment-requests.ts';
import { notFound } from '#lib/core/errors.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { type BookedSale, bookSale, readSale, reverseSale } from '#lib/payments/books/settlements.ts';
import type { Bill, PartRefundMove, Payable, PaymentTransition, PurposeHandler } from '#lib/payments/ports.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';
import { Orders } from '#lib/store/collections.ts';
import { expectedFrom } from '#lib/store/delivery/chosen-deliveries.ts';
import { ORDER_HOLD_MS } from '#lib/store/limits.ts';
import { releaseExpiredHoldsOf } from '#lib/store/orders/release-expired-holds.ts';
import { promiseNotice } from '#lib/store/parts/part-notices.ts';
import { isDigitalPart } from '#lib/store/parts/part-rows.ts';
import { deliveredPart, partEvent } from '#lib/store/parts/write-parts.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { type Allocation, queryExpired, shortProducts } from '#lib/store/stock/stock.ts';
import { type EventDraft, type OrderToChange, orderToChange, writeOrderChange } from './order-events.ts';
import { holdAgain, holdsOf, type OrderHolds, planAllocationOf, sellHolds } from './order-holds.ts';
import { hasStock, isAllDigital } from './order-status.ts';
import { IN_DOUBT } from './order-texts.ts';
import { claimRequest, isStillPayable } from './request-orders.ts';

/** The longest time that an order keeps its units, however often a payment is started. */
const LONGEST_HOLD_MS = 2 * HOUR_MS;

/** Everything that a payment change reads of its order. */
export type OrderAtPayment = {
  readonly order: OrderToChange;
  readonly holds: OrderHolds;
  /**
   * The allocation of units for an unpaid order that holds none, because it was canceled or restored without them; null
   * for any other order.
   */
  readonly allocation: Allocation | null;
  /** False when the order's payment request has ended or belongs to another order, so that a payment buys nothing. */
  readonly isWanted: boolean;
  /** The sale that was booked with the payment; null before. */
  readonly sale: BookedSale | null;
};

/**
 * Handles payments of shop orders. An order becomes paid only here, whoever reports the payment. Each step has a
 * marker, so no step runs twice.
 */
export const storeOrderHandler = (requests: PaymentRequests): PurposeHandler<OrderAtPayment, Context> => ({
  find,
  makeWay,
  read: (t, row, now) => read(t, row, now, requests),
  started,
  bill,
  paid,
  refunded,
  partRefunded,
  moved,
});

async function find(reader: Reader, orderId: string, outside?: { readonly now: Date }): Promise<Payable | null> {
  const row = await reader.get(Orders, orderId);
  if (!row) return null;
  const { data: order } = row;
  return {
    id: row.id,
    stem: order.number,
    userId: order.userId,
    vendorIds: order.vendorIds,
    amountMinor: order.totalMinor,
    currency: order.currency,
    fx: order.fx && { base: order.fx.base, quote: order.fx.quote, rate: order.fx.rate, at: order.fx.at },
    locale: order.locale,
    standing: await standingOf(reader, order, outside),
    payState: order.payState,
    orderStatus: order.status,
    orderRev: order.rev,
  };
}

/** Releases expired holds that block an order. An order that is paid or holds its units needs none. */
async function makeWay(ctx: Context, orderId: string): Promise<void> {
  const row = await ctx.data.get(Orders, orderId);
  if (row?.data.paidAt === null && row.data.stockState !== 'bound') await releaseExpiredHoldsOf(ctx, row.data);
}

async function standingOf(
  reader: Reader,
  order: Order,
  outside: { readonly now: Date } | undefined,
): Promise<Payable['standing']> {
  if (order.paidAt !== null) return 'paid';
  if (order.status === 'canceled') return 'canceled';
  if (order.stockState === 'bound' || !hasStock(order)) return 'open';
  return isShort(await planAllocationOf(reader, order, outside && queryExpired(reader, outside.now)))
    ? 'short'
    : 'open';
}

const isShort = (allocation: Allocation | null): boolean => allocation?.kind === 'short';

async function read(t: Tx, { orderId }: LedgerRow, now: Date, requests: PaymentRequests): Promise<OrderAtPayment> {
  const order = orderId === null ? undefined : await orderToChange(t, orderId);
  if (!order) throw notFound('Order', orderId ?? '');
  const { stockState, paidAt, settledAt } = order.data;
  const [holds, allocation, sale, isWanted] = await Promise.all([
    holdsOf(t, order),
    paidAt === null && stockState !== 'bound' && hasStock(order.data) ? planAllocationOf(t, order.data) : null,
    settledAt === null ? null : readSale(t, order.id, order.data),
    isStillPayable(t, requests, order.data, now),
  ]);
  return { order, holds, allocation, sale, isWanted };
}

/**
 * Extends the hold for the life of the payment page, and holds the units again when the order was restored without
 * them.
 */
function started(
  t: Writer,
  row: LedgerRow,
  { order, allocation }: OrderAtPayment,
  { payState, ...by }: PaymentTransition,
): void {
  const { orderReference, processor } = row;
  const again = allocation?.kind === 'allocated';
  if (again) holdAgain(t, order, allocation, { state: 'bound', at: by.at });
  const change: Partial<Order> = {
    payState,
    holdExpiresAt: holdWhilePaying(order.data, new Date(by.at)),
    ...(again && { stockState: 'bound', stockShort: [], stockReturnedAt: null }),
  };
  writeOrderChange(
    t,
    order,
    change,
    [{ kind: 'payment_started', data: { orderReference, processor, heldAgain: again } }],
    by,
  );
}

/** Returns the new expiry of the hold, which is never earlier than before. */
function holdWhilePaying({ holdExpiresAt, createdAt }: Order, now: Date): string | null {
  if (holdExpiresAt === null) return null;
  const untilMs = Math.min(now.getTime() + ORDER_HOLD_MS, Date.parse(createdAt) + LONGEST_HOLD_MS);
  return new Date(Math.max(untilMs, Date.parse(holdExpiresAt))).toISOString();
}

async function bill(reader: Reader, orderId: string): Promise<Bill> {
  const { data: order } = await reader.need(Orders, orderId);
  const lines = [
    ...order.lines.map(({ title, qty, unitPriceMinor, totalMinor }) =>
      unitPriceMinor * qty === totalMinor
        ? { name: title, count: qty, priceMinor: unitPriceMinor }
        : { name: title, count: 1, priceMinor: totalMinor },
    ),
    ...order.charges.map(({ label, amountMinor }) => ({ name: label, count: 1, priceMinor: amountMinor })),
  ];
  const sumMinor = lines.reduce((sum, { count, priceMinor }) => sum + count * priceMinor, 0);
  // A gateway accepts no negative price, and its list must add up to the total. Otherwise the order is sent as one line
  // with its total.
  const isPlain = lines.every(({ priceMinor }) => priceMinor >= 0) && sumMinor === order.totalMinor;
  return {
    lines: isPlain ? lines : [{ name: order.number, count: 1, priceMinor: order.totalMinor }],
    payer: order.contact,
  };
}

function paid(
  t: Writer,
  row: LedgerRow,
  { order, holds, allocation, isWanted }: OrderAtPayment,
  move: PaymentTransition,
): 'done' | 'too_late' {
  const { id, data } = order;
  // An admin who pays by hand accepts that the stock is short.
  if (data.paidAt !== null || !isWanted || (isShort(allocation) && row.processor !== 'manual')) return 'too_late';
  const { at } = move;
  const again = allocation?.kind === 'allocated' ? allocation : null;
  const units = again ? holdAgain(t, order, again, { state: 'sold', at }) : sellHolds(t, holds, at);
  const sold = units > 0;
  if (data.status === 'canceled') claimRequest(t, id, data);
  const vendorSettlements = bookSale(t, { row, orderId: id, order: data, at });
  const ended = isAllDigital(data);
  const parts = data.parts.map((part) =>
    isDigitalPart(data, part.vendorId) ? deliveredPart(part, at) : expectedFrom(part, at),
  );

  writeOrderChange(
    t,
    order,
    {
      status: ended ? 'completed' : 'paid',
      payState: move.payState,
      paidAt: at,
      settledAt: at,
      vendorSettlements,
      parts,
      holdExpiresAt: null,
      cancelReason: null,
      stockShort: allocation ? [...shortProducts(allocation).keys()] : [],
      ...(sold && { stockState: 'sold', stockDeductedAt: at, stockReturnedAt: null }),
    },
    [
      {
        kind: 'paid',
        from: data.status,
        to: 'paid',
        data: { orderReference: row.orderReference, processor: row.processor, heldAgain: again !== null },
      },
      ...(sold ? [{ kind: 'stock_sold', data: { units } } satisfies EventDraft] : []),
      { kind: 'settled', data: { vendors: vendorSettlements.length } },
      ...parts.flatMap(({ vendorId, deliveredAt }) =>
        deliveredAt === at ? [partEvent('part_delivered', vendorId)] : [],
      ),
      ...(ended ? [{ kind: 'status', from: 'paid', to: 'completed' } satisfies EventDraft] : []),
    ],
    move,
  );
  return 'done';
}

/** Records a refund and reverses the settlements. Neither stock nor status changes by itself. */
function refunded(t: Writer, row: LedgerRow, { order, sale }: OrderAtPayment, move: PaymentTransition): 'done' {
  writeOrderChange(
    t,
    order,
    { payState: move.payState, ...(sale && { vendorSettlements: reverseSale(t, sale, move.at) }) },
    [{ kind: 'refund', data: { orderReference: row.orderReference, processor: row.processor } }],
    move,
  );
  return 'done';
}

/** Shows how far the refund of one part has come. Its money is told to the buyer once it is back. */
function partRefunded(
  t: Writer,
  { vendorId, state, amountMinor, way }: PartRefund,
  { order }: OrderAtPayment,
  { payState, ...by }: PartRefundMove,
): void {
  const refund = { state, amountMinor, way };
  writeOrderChange(
    t,
    order,
    {
      parts: order.data.parts.map((part) => (part.vendorId === vendorId ? { ...part, refund } : part)),
      ...(payState !== null && { payState }),
    },
    [{ kind: 'part_refund', data: { vendorId, ...refund } }],
    by,
  );
  if (state === 'done')
    promiseNotice(t, { orderId: order.id, vendorId, kind: 'part_refunded', key: 'once' }, new Date(by.at));
}

function moved(t: Writer, row: LedgerRow, { order }: OrderAtPayment, move: PaymentTransition): void {
  const { payState, failed } = move;
  if (payState === order.data.payState && failed === null) return;
  const { orderReference, processor } = row;
  const doubt = row.status === 'suspicious' && { because: IN_DOUBT };
  const event: EventDraft = failed
    ? { kind: 'payment_failed', data: { orderReference, processor, because: failed.code } }
    : { kind: kindOfMove(row), data: { orderReference, processor, ...doubt } };
  writeOrderChange(t, order, { payState }, [event], move);
}

function kindOfMove({ status, excess }: LedgerRow): EventDraft['kind'] {
  if (excess) return 'refund';
  switch (status) {
    case 'created':
    case 'pending':
    case 'authorized':
      return 'payment_started';
    case 'paid':
    case 'refunded':
      return 'refund';
    case 'declined':
      return 'note'; // the payment page has ended; the decline itself was recorded when it arrived
    case 'expired':
    case 'superseded':
    case 'voided':
    case 'suspicious':
      return 'payment_failed';
  }
}
