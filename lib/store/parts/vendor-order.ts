import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { ORDER_NUMBER } from '#lib/core/order-number.ts';
import type { Row } from '#lib/data/store.ts';
import { settlementIdOf } from '#lib/payments/books/settlements.ts';
import { Settlements } from '#lib/payments/collections.ts';
import type { Settlement } from '#lib/payments/schemas/journal.ts';
import { OrderNumbers, Orders, Vendors } from '#lib/store/collections.ts';
import { lineDownloads } from '#lib/store/files/download-counts.ts';
import { textOfEvent } from '#lib/store/orders/order-texts.ts';
import { eventsOf, ordersWithParts } from '#lib/store/queries.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import type { VendorOrder, VendorOrderPage } from '#lib/store/schemas/vendor-order.ts';
import type { PartState } from '#lib/store/values.ts';
import { releaseDay } from '#lib/store/vendors/own-settlements.ts';
import { isOut } from './order-follows.ts';
import { partKey } from './part-rows.ts';
import { toPartView } from './part-view.ts';

type OrderRow = Pick<Row<Order>, 'id' | 'data'>;

/** The events read for the timeline of a part. */
const EVENTS_READ = 400;

/** Returns a vendor's part of an order. Throws NotFound for an unpaid order and for an order without such a part. */
export function getPart(row: OrderRow | undefined, orderId: string, vendorId: string): OrderPart {
  const part = row?.data.paidAt === null ? undefined : row?.data.parts.find((one) => one.vendorId === vendorId);
  if (!part) throw notFound('Order', orderId);
  return part;
}

/** Returns a paid order as one of its vendors sees it, with the timeline of their part. */
export async function readVendorOrder(ctx: UserContext, vendorId: string, orderId: string): Promise<VendorOrder> {
  const row = await ctx.data.get(Orders, orderId);
  const part = getPart(row, orderId, vendorId);
  const [views, history] = await Promise.all([
    viewsOf(ctx, vendorId, row ? [row] : []),
    ctx.data.find(eventsOf(orderId, EVENTS_READ)),
  ]);
  const [view] = views;
  if (!view) throw notFound('Order', orderId);
  return {
    ...view,
    timeline: timelineOf(
      part,
      history.rows.map(({ data }) => data),
      ctx.locale,
    ),
  };
}

type Asked = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly state?: readonly PartState[] | undefined;
  readonly search?: string | undefined;
};

/** Lists a vendor's paid orders, the newest payment first, without their timelines. `search` is an order number. */
export async function listVendorOrders(ctx: UserContext, vendorId: string, asked: Asked): Promise<VendorOrderPage> {
  const { limit, cursor, state, search } = asked;
  if (search !== undefined) {
    const found = await findByNumber(ctx, vendorId, search.toUpperCase());
    const isWanted = state === undefined || state.some((one) => found?.data.partKeys.includes(partKey(vendorId, one)));
    return { orders: await viewsOf(ctx, vendorId, found && isWanted ? [found] : []), nextCursor: null };
  }
  const keys = state?.map((one) => partKey(vendorId, one)) ?? [partKey(vendorId)];
  const page = await ctx.data.find(ordersWithParts([...new Set(keys)], limit, cursor));
  return { orders: await viewsOf(ctx, vendorId, page.rows), nextCursor: page.next };
}

async function findByNumber({ data }: UserContext, vendorId: string, number: string): Promise<OrderRow | undefined> {
  if (!ORDER_NUMBER.test(number)) return undefined;
  const claim = await data.get(OrderNumbers, number);
  const row = claim && (await data.get(Orders, claim.data.orderId));
  return row?.data.partKeys.includes(partKey(vendorId)) ? row : undefined;
}

async function viewsOf(ctx: UserContext, vendorId: string, rows: readonly OrderRow[]): Promise<VendorOrder[]> {
  if (rows.length === 0) return [];
  const [vendor, settlements, downloads] = await Promise.all([
    ctx.data.get(Vendors, vendorId),
    ctx.data.getMany(
      Settlements,
      rows.map(({ id }) => settlementIdOf(id, vendorId)),
    ),
    lineDownloads(ctx.data, rows),
  ]);
  const names = new Map([[vendorId, vendor?.data.name ?? '']]);
  return rows.map((row, i) =>
    toVendorOrder(row, vendorId, {
      names,
      settlement: settlements[i]?.data,
      downloads,
      returnDays: ctx.env.STORE_RETURN_DAYS,
    }),
  );
}

type Beside = {
  readonly names: ReadonlyMap<string, string>;
  readonly settlement: Settlement | undefined;
  readonly downloads: (orderId: string, productId: string | null) => number;
  readonly returnDays: number;
};

function toVendorOrder(
  row: OrderRow,
  vendorId: string,
  { names, settlement, downloads, returnDays }: Beside,
): VendorOrder {
  const { id, data: order } = row;
  const part = getPart(row, id, vendorId);
  const isOpen = part.state !== 'delivered' && !isOut(part) && order.status !== 'canceled';
  const shown = toPartView(order, part, names);
  return {
    id,
    number: order.number,
    createdAt: order.createdAt,
    paidAt: order.paidAt ?? order.createdAt,
    status: order.status,
    payState: order.payState,
    currency: order.currency,
    part: isOpen ? shown : { ...shown, delivery: shown.delivery && { ...shown.delivery, point: null } },
    lines: order.lines
      .filter((line) => line.vendorId === vendorId)
      .map((line) => ({ ...line, downloads: downloads(id, line.productId) })),
    settlement: settlement
      ? {
          grossMinor: settlement.grossMinor,
          commissionMinor: settlement.commissionMinor,
          netMinor: settlement.netMinor,
          state: settlement.state,
          releaseAt:
            settlement.releaseAt ?? (settlement.state === 'accrued' ? releaseDay(order, vendorId, returnDays) : null),
        }
      : null,
    buyer: isOpen ? order.contact : null,
    delivery: isOpen ? order.delivery : null,
    note: isOpen ? order.note : null,
  };
}

/** Returns the steps of one part, with the payment before them and the end of the order after them. */
const timelineOf = (
  { vendorId }: OrderPart,
  events: readonly OrderEvent[],
  locale: UserContext['locale'],
): NonNullable<VendorOrder['timeline']> =>
  events.flatMap((event) => {
    const isOwn = event.data.vendorId === vendorId || event.kind === 'paid' || event.kind === 'canceled';
    const text = isOwn ? textOfEvent(event, locale) : null;
    return text === null ? [] : [{ at: event.at, kind: event.kind, text }];
  });
