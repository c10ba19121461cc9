import type { z } from 'zod';
import type { Context, UserContext } from '#lib/context/context.ts';
import { codeOf, invalid, notFound } from '#lib/core/errors.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { listOrderPayments } from '#lib/payments/attempts/ledger-list.ts';
import { Orders } from '#lib/store/collections.ts';
import { eventsOf, type OrderFilter, ordersNewestFirst } from '#lib/store/queries.ts';
import type { AdminOrderView, listOrdersQuery, Order, OrderPage, OrderView } from '#lib/store/schemas/order.ts';
import { type OrderListFilter, REFUNDED_OPEN } from '#lib/store/values.ts';
import { vendorNamesOf } from '#lib/store/vendors/vendor-names.ts';
import { TIMELINE_STEPS, toOrderView } from './order-view.ts';

/** Bookkeeping events lie between the events that a buyer sees, so more events are read than shown. */
const EVENTS_READ = 4 * TIMELINE_STEPS;

/** Returns the user's own order. Throws the same error for another person's order and for a missing one. */
export async function getOwnOrder(
  { data, user }: UserContext,
  orderId: string,
  reader: Reader = data,
): Promise<Row<Order>> {
  const row = await reader.get(Orders, orderId);
  if (row?.data.userId !== user.id) throw notFound('Order', orderId);
  return row;
}

/** Returns any order, for readers with access to all orders. */
export async function getOrder({ data }: Context, orderId: string): Promise<Row<Order>> {
  const row = await data.get(Orders, orderId);
  if (!row) throw notFound('Order', orderId);
  return row;
}

/** Returns an order with its timeline, in the reader's language. */
export async function viewOfOrder(
  { data, locale }: UserContext,
  row: Pick<Row<Order>, 'id' | 'data'>,
): Promise<OrderView> {
  const [names, history] = await Promise.all([vendorNames(data, [row.data]), data.find(eventsOf(row.id, EVENTS_READ))]);
  const events = history.rows.map((event) => event.data);
  return toOrderView(row.id, row.data, names, { events, locale });
}

/** Returns an order as an administrator sees it: with its buyer, its settlements and every attempt to pay for it. */
export async function viewForAdmin(ctx: UserContext, row: Pick<Row<Order>, 'id' | 'data'>): Promise<AdminOrderView> {
  const { id, data } = row;
  const [names, history, payments] = await Promise.all([
    vendorNames(ctx.data, [data]),
    ctx.data.find(eventsOf(id, EVENTS_READ)),
    listOrderPayments(ctx, id),
  ]);
  const events = history.rows.map((event) => event.data);
  return {
    ...toOrderView(id, data, names, { events, locale: ctx.locale }),
    ...{ userId: data.userId, vendorIds: data.vendorIds, stockState: data.stockState, fx: data.fx },
    ...{ forced: data.forced, stockShort: data.stockShort, documentNumber: data.documentNumber },
    ...{ referral: data.referral, settledAt: data.settledAt },
    ...{ stockDeductedAt: data.stockDeductedAt, stockReturnedAt: data.stockReturnedAt },
    vendorSettlements: data.vendorSettlements.map((settlement) => ({
      ...settlement,
      vendorName: names.get(settlement.vendorId) ?? '',
    })),
    payments: [...payments],
  };
}

/**
 * Returns the user's own orders, newest first, without their timelines. `afterId` is the `nextAfterId` of the previous
 * page, or the id of an own order.
 */
export async function listOwnOrders(
  ctx: UserContext,
  { limit, afterId, status }: z.output<typeof listOrdersQuery>,
): Promise<OrderPage> {
  const filter: OrderFilter = { userId: ctx.user.id, ...(status && { status }) };
  const place = await placeAfter(ctx, filter, afterId);
  const page = await ctx.data.find(ordersNewestFirst(filter, limit, place)).catch(badAfterId);
  const names = await vendorNames(
    ctx.data,
    page.rows.map(({ data }) => data),
  );
  return { orders: page.rows.map(({ id, data }) => toOrderView(id, data, names)), nextAfterId: page.next };
}

type AskedOrders = Omit<z.output<typeof listOrdersQuery>, 'status'> & {
  readonly status?: OrderListFilter | undefined;
} & Readonly<Partial<Record<'userId' | 'from' | 'before', string | undefined>>>;

/**
 * Returns the orders of everyone, or of one buyer, newest first, without their timelines: for the console. The status
 * `refunded_open` stands for orders that are paid or being prepared although their money is back. `from` and
 * `before` are instants.
 */
export async function listOrders(ctx: Context, asked: AskedOrders): Promise<OrderPage> {
  const { limit, afterId, status, userId, from, before } = asked;
  const filter: OrderFilter = {
    ...{ ...(userId && { userId }), ...(status === REFUNDED_OPEN ? { isRefundedOpen: true } : status && { status }) },
    ...{ ...(from && { from }), ...(before && { before }) },
  };
  const page = await ctx.data.find(ordersNewestFirst(filter, limit, afterId));
  const names = await vendorNames(
    ctx.data,
    page.rows.map(({ data }) => data),
  );
  return { orders: page.rows.map(({ id, data }) => toOrderView(id, data, names)), nextAfterId: page.next };
}

/** Returns the cursor after an own order. Any other text is treated as a cursor, which the store checks. */
async function placeAfter({ data, user }: UserContext, filter: OrderFilter, afterId: string | undefined) {
  if (afterId === undefined || !afterId.startsWith(idPrefix('order'))) return afterId;
  const row = await data.get(Orders, afterId);
  return row?.data.userId === user.id ? cursorAfter(ordersNewestFirst(filter, 1), row) : afterId;
}

/** Renames the field of a cursor error: the caller knows the cursor as `afterId`. */
function badAfterId(error: unknown): never {
  const code = codeOf(error);
  if (code !== 'InvalidCursor') throw error;
  throw invalid('The query is not valid', { afterId: 'is not an order in this list' }, { code, cause: error });
}

/** Returns the names of the shops of some orders, by id. */
export const vendorNames = (reader: Reader, orders: readonly Order[]): Promise<ReadonlyMap<string, string>> =>
  vendorNamesOf(
    reader,
    orders.flatMap(({ vendorIds }) => vendorIds),
  );
