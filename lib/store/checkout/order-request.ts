import type { UserContext } from '#lib/context/context.ts';
import type { AskedPayment } from '#lib/context/ports/payment-requests.ts';
import { codeOf, conflict, forbidden, invalid, notFound } from '#lib/core/errors.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { railsFor } from '#lib/payments/attempts/rails.ts';
import { OrderNumbers, Orders } from '#lib/store/collections.ts';
import {
  commissionOf,
  createdEvent,
  draftOrder,
  MOST_MINOR,
  type OrderGoods,
  type OrderNames,
  orderLocale,
} from '#lib/store/orders/order-draft.ts';
import { writeNewOrder } from '#lib/store/orders/order-events.ts';
import { requestTitle } from '#lib/store/orders/order-texts.ts';
import { viewOfOrder } from '#lib/store/orders/orders.ts';
import { claimRequest, findLiveOrder, findSellerOf } from '#lib/store/orders/request-orders.ts';
import { newPart } from '#lib/store/parts/part-rows.ts';
import { frozenRateFor, isConfigured } from '#lib/store/products/currencies.ts';
import type { Order, OrderRequestInput, PlacedOrder } from '#lib/store/schemas/order.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { namesFor } from './order-names.ts';

/** How often a taken number is replaced. */
const TRIES = 10;

/** An order that pays a request, and whether this call created it. */
export type RequestOrdered = { readonly created: boolean; readonly body: PlacedOrder };

/**
 * Creates the order by which its buyer pays a payment request of an approved seller: one line, without stock.
 * Repeated and concurrent calls return the same order. A request has one active order for all callers.
 */
export async function orderRequest(
  ctx: UserContext,
  messageId: string,
  input: OrderRequestInput,
): Promise<RequestOrdered> {
  for (let tries = 1; ; tries++) {
    try {
      const { row, created } = await orderOnce(ctx, messageId, input, namesFor(ctx));
      if (created) ctx.log('info', 'order.requested', { orderId: row.id, messageId, vendorId: row.data.vendorIds[0] });
      return { created, body: { order: await viewOfOrder(ctx, row), rails: await railsFor(ctx, row.data) } };
    } catch (error) {
      // Another order took the number in the meantime. The next try gets another number.
      if (codeOf(error) !== 'EXISTS' || tries >= TRIES) throw error;
    }
  }
}

type Ordered = { readonly row: Pick<Row<Order>, 'id' | 'data'>; readonly created: boolean };

const orderOnce = (
  ctx: UserContext,
  messageId: string,
  input: OrderRequestInput,
  names: OrderNames,
): Promise<Ordered> =>
  ctx.data.tx(
    async (t): Promise<Ordered> => {
      const asked = await getPayableRequest(ctx, t, messageId);
      // A request that names an order asks for the payment of that order and no other.
      const order = asked.orderId === null ? await findLiveOrder(t, messageId) : await t.get(Orders, asked.orderId);
      if (order?.data.userId === ctx.user.id && isPayable(order.data)) return { row: order, created: false };
      assertFree(asked, order?.data, ctx.user.id);
      const vendor = await getSeller(t, asked);
      const locale = orderLocale(input, ctx);
      const goods = goodsOf(ctx, asked, vendor, { locale, now: names.now });
      const made: Order = {
        ...draftOrder(ctx, { ...input, delivery: {} }, { goods, referral: null }, names, { status: 'new' }),
        stockState: 'none',
        requestId: messageId,
        delivery: { method: 'none', country: '', city: '', address: '', postalCode: '', comment: '' },
      };
      const { orderId, number, by } = names;
      t.create(OrderNumbers, number, { orderId, createdAt: by.at });
      claimRequest(t, orderId, made);
      writeNewOrder(t, orderId, made, [createdEvent(made)], by);
      return { row: { id: orderId, data: made }, created: true };
    },
    { lane: `request_orders/${messageId}` },
  );

/** Returns a request that the caller may pay. Throws NotFound for users outside its conversation. */
export async function getPayableRequest(ctx: UserContext, reader: Reader, messageId: string): Promise<AskedPayment> {
  const asked = await ctx.paymentRequests.find(reader, messageId, ctx.now());
  if (!asked?.participantIds.includes(ctx.user.id)) throw notFound('Payment request', messageId);
  if (asked.senderId === ctx.user.id)
    throw forbidden('You cannot pay your own payment request', { code: 'OwnRequest' });
  return asked;
}

/** Returns whether the order waits for its payment or has it. A repeated call returns this order. */
const isPayable = ({ status, payState }: Order): boolean => status !== 'canceled' && payState !== 'refunded';

/** Throws when a request is closed or another user pays it. */
function assertFree({ status, orderId }: AskedPayment, order: Order | undefined, userId: string): void {
  const isMine = order?.userId === userId;
  const over = isMine && order.payState === 'refunded' ? 'refunded' : isMine ? 'canceled' : status;
  if (over !== 'open')
    throw conflict(`This payment request is already ${over}`, { code: 'RequestNotOpen', details: { status: over } });
  if (order || orderId !== null)
    throw conflict('Another buyer has already ordered this payment request', { code: 'RequestTaken' });
}

/** Returns the seller who sent the request. Throws VendorUnavailable if they may not sell any more. */
async function getSeller(t: Tx, { senderId, vendorId }: AskedPayment): Promise<Row<Vendor>> {
  const vendor = vendorId === null ? null : await findSellerOf(t, senderId);
  if (vendor === null || vendor.id !== vendorId)
    throw conflict('The seller of this payment request cannot accept payments at the moment', {
      code: 'VendorUnavailable',
    });
  return vendor;
}

function goodsOf(
  { env }: UserContext,
  { amountMinor, currency, purpose }: AskedPayment,
  { id: vendorId, data: vendor }: Row<Vendor>,
  { locale, now }: { readonly locale: Locale; readonly now: Date },
): OrderGoods {
  if (!isConfigured(currency, env))
    throw conflict(`The shop does not accept ${currency}`, { code: 'CurrencyNotAccepted', details: { currency } });
  if (amountMinor > MOST_MINOR)
    throw invalid('The payment request exceeds the maximum value of an order', {
      amountMinor: 'exceeds the maximum value of an order',
    });
  return {
    vendorIds: [vendorId],
    lines: [
      {
        id: '1',
        productId: null,
        vendorId,
        title: purpose ?? requestTitle(vendor.name, locale),
        options: [],
        image: null,
        sku: null,
        qty: 1,
        unitPriceMinor: amountMinor,
        totalMinor: amountMinor,
        fulfilment: 'custom',
        commissionBps: commissionOf(vendorId, vendor, env),
      },
    ],
    charges: [],
    subtotalMinor: amountMinor,
    totalMinor: amountMinor,
    currency,
    fx: frozenRateFor([], currency, env, now),
    parts: [newPart(vendorId)],
  };
}
