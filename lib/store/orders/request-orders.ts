import { Users } from '#lib/auth/collections.ts';
import type { PaymentRequests, RequestOrder, RequestShop } from '#lib/context/ports/payment-requests.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { Orders, RequestOrders, Vendors } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';

/** Returns true when the order of a request prevents other orders from paying that request. */
export const isLiveForRequest = ({ status, paidAt }: Pick<Order, 'status' | 'paidAt'>): boolean =>
  status !== 'canceled' || paidAt !== null;

/** Returns the live order of a payment request, whoever made it; undefined when there is none. */
export async function findLiveOrder(reader: Reader, messageId: string): Promise<Row<Order> | undefined> {
  const row = await reader.get(RequestOrders, messageId);
  const order = row && (await reader.get(Orders, row.data.orderId));
  return order && isLiveForRequest(order.data) ? order : undefined;
}

/** Returns the approved seller account of a user; null for any other user. */
export async function findSellerOf(reader: Reader, userId: string): Promise<Row<Vendor> | null> {
  const user = await reader.get(Users, userId);
  const vendorId = user?.data.status === 'active' ? user.data.vendorId : null;
  const vendor = vendorId === null ? undefined : await reader.get(Vendors, vendorId);
  return vendor?.data.status === 'approved' ? vendor : null;
}

/** The part of the shop that messaging may query about a payment request. */
export const requestShop: RequestShop = {
  sellerOf: async (reader, userId) => (await findSellerOf(reader, userId))?.id ?? null,
  orderOf: async (reader, messageId): Promise<RequestOrder | null> => {
    const order = await findLiveOrder(reader, messageId);
    if (!order) return null;
    const { number, userId: buyerId } = order.data;
    return { orderId: order.id, number, buyerId, state: stateOf(order.data) };
  },
};

const stateOf = ({ paidAt, payState }: Order): RequestOrder['state'] => {
  if (paidAt === null) return 'unpaid';
  return payState === 'refunded' ? 'refunded' : 'paid';
};

/** Claims the request for an order; called again when a canceled order is restored. */
export const claimRequest = (
  t: Writer,
  orderId: string,
  { requestId, userId }: Pick<Order, 'requestId' | 'userId'>,
) => {
  if (requestId !== null) t.set(RequestOrders, requestId, { orderId, userId });
};

/** Returns true when money for a canceled order still buys what its request asked for, and for any other order. */
export async function isStillPayable(
  reader: Reader,
  requests: PaymentRequests,
  order: Order,
  now: Date,
): Promise<boolean> {
  if (order.requestId === null || isLiveForRequest(order)) return true;
  const [request, live] = await Promise.all([
    requests.find(reader, order.requestId, now),
    findLiveOrder(reader, order.requestId),
  ]);
  return request?.status === 'open' && live === undefined;
}

/** Throws RequestTaken when a canceled order would be restored while another order of its request is live. */
export async function assertRequestFree(reader: Reader, order: Order): Promise<void> {
  if (order.requestId === null || isLiveForRequest(order)) return;
  const live = await findLiveOrder(reader, order.requestId);
  if (live)
    throw conflict('Another order of this payment request is still active', {
      code: 'RequestTaken',
      details: { orderId: live.id },
    });
}
