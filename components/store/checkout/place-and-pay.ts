import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { OrderView, PlacedOrder } from '#lib/store/schemas/order.ts';
import { ApiProblem, isSignedOut, post } from '#lib/web/api/api-client.ts';
import { type CheckoutKey, clearCheckoutKey, findCheckoutKey, storeCheckoutKey } from '#lib/web/cart/checkout-key.ts';
import { type CartStorage, type Clamped, clampTo } from '#lib/web/cart/guest-cart.ts';
import { type FieldProblems, fieldsOfDetails } from './checkout-draft.ts';

export type Draft = { readonly expectedTotal: number; readonly [field: string]: unknown };
/** The buyer, and the storage of this tab for data that must survive a lost response. */
export type Buyer = { readonly userId: string; readonly storage: CartStorage };

/** Starts the payment of an order. Resolves with the payment page, or null without one. */
export type StartPayment = (orderId: string) => Promise<string | null>;
/**
 * The placed order and its payment page. Without a payment page, the buyer sees the state of the payment on the order
 * page.
 */
export type Placed = { readonly orderId: string; readonly paymentUrl: string | null };

/** The reasons why no order was placed. The page offers a next step for each. */
export type CheckoutNotice =
  | { readonly kind: 'short'; readonly lines: readonly Clamped[]; readonly details: Readonly<Record<string, string>> }
  | { readonly kind: 'price'; readonly totalMinor: number }
  | { readonly kind: 'fields'; readonly fields: FieldProblems }
  | { readonly kind: 'problem'; readonly error: unknown };

/**
 * Places an order and starts its payment. A double click, a reload and a lost response all end in one order and one
 * payment: a request without a response is repeated before anything else is sent.
 */
export async function placeAndPay(draft: Draft, buyer: Buyer, start: StartPayment): Promise<Placed> {
  const earlier = findCheckoutKey(buyer.storage, buyer.userId);
  const found = await findPlaced(buyer);
  // The found order was placed with the form as it was then. If the form has changed since, the buyer sees the order
  // before any money moves.
  if (found && JSON.stringify(earlier?.body) !== JSON.stringify(draft)) return unpaid(found);

  const order = found ?? (await place(draft, buyer));
  // Another tab may have ordered this cart a moment ago. The buyer never pays a total other than the one on the button.
  if (order.totalMinor !== draft.expectedTotal) return unpaid(order);
  // The order is placed even if the payment fails to start. A second order would be wrong; the order page shows the
  // payment.
  return { orderId: order.id, paymentUrl: await start(order.id).catch(() => null) };
}

/** Returns an order without a payment page; the order page offers the next step. */
export const unpaid = ({ id }: Pick<OrderView, 'id'>): Placed => ({ orderId: id, paymentUrl: null });

/** Returns the order of an earlier request that got no response; null when there was none or the server rejected it. */
export async function findPlaced({ userId, storage }: Buyer): Promise<OrderView | null> {
  const earlier = findCheckoutKey(storage, userId);
  if (!earlier) return null;
  try {
    const order = await askFor(earlier);
    clearCheckoutKey(storage);
    return order;
  } catch (error) {
    if (!isRefusal(error) || isUnheard(error)) throw error;
    clearCheckoutKey(storage);
    return null;
  }
}

/**
 * Sends a new order. The key is kept only while the outcome is unknown. A rejection is a known outcome, and a retry
 * with the same key would repeat it forever.
 */
async function place(draft: Draft, { userId, storage }: Buyer): Promise<OrderView> {
  const sent = { userId, key: crypto.randomUUID(), body: draft };
  storeCheckoutKey(storage, sent);
  try {
    const order = await askFor(sent);
    clearCheckoutKey(storage);
    return order;
  } catch (error) {
    if (isRefusal(error)) clearCheckoutKey(storage);
    throw error;
  }
}

async function askFor({ key, body }: CheckoutKey): Promise<OrderView> {
  const { order } = await post<PlacedOrder>('/api/store/checkout', body, { headers: { 'idempotency-key': key } });
  return order;
}

/**
 * True when the server responded with 4xx, so this request created no order. After any other error, the order may
 * exist.
 */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/**
 * True when the request was rejected before processing: signed out or rate limited. That response does not reveal the
 * outcome of an earlier request.
 */
const isUnheard = (error: ApiProblem): boolean => isSignedOut(error) || error.status === 429;

/** Returns the notice for a rejected order. */
export function noticeOf(error: unknown, items: readonly CartLine[]): CheckoutNotice {
  if (!(error instanceof ApiProblem)) return { kind: 'problem', error };
  const { code, details } = error;
  switch (code) {
    case 'InsufficientStock':
      return { kind: 'short', lines: clampTo(items, details).clamped, details };
    case 'PriceChanged':
      return { kind: 'price', totalMinor: Number(details.total) };
    case 'ValidationError': {
      const fields = fieldsOfDetails(details);
      // If no field of the form is invalid, the buyer cannot correct anything: the error is a bug here.
      return Object.keys(fields).length > 0 ? { kind: 'fields', fields } : { kind: 'problem', error: null };
    }
    default:
      return { kind: 'problem', error };
  }
}
