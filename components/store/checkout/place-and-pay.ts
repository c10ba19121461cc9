import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { OrderView, PlacedOrder } from '#lib/store/schemas/order.ts';
import { ApiProblem, isSignedOut, post } from '#lib/web/api/api-client.ts';
import { type CheckoutKey, findCheckoutKey, forgetCheckoutKey, keepCheckoutKey } from '#lib/web/cart/checkout-key.ts';
import { type CartStorage, type Clamped, clampTo } from '#lib/web/cart/guest-cart.ts';
import { type FieldProblems, fieldsOfDetails } from './checkout-draft.ts';

export type Draft = { readonly expectedTotal: number; readonly [field: string]: unknown };
/** Who buys, and where this tab keeps what must outlive a lost answer. */
export type Buyer = { readonly userId: string; readonly storage: CartStorage };

/** Starts to pay an order; answers the page to pay it on where there is one. */
export type StartPayment = (orderId: string) => Promise<string | null>;
/** The order that stands, and where its buyer goes: without a page to pay on, its own shows what has become of it. */
export type Placed = { readonly orderId: string; readonly paymentUrl: string | null };

/** Why nothing was bought, each with its own way on. */
export type CheckoutNotice =
  | { readonly kind: 'short'; readonly lines: readonly Clamped[]; readonly details: Readonly<Record<string, string>> }
  | { readonly kind: 'price'; readonly totalMinor: number }
  | { readonly kind: 'fields'; readonly fields: FieldProblems }
  | { readonly kind: 'problem'; readonly error: unknown };

/**
 * Places an order and starts to pay it. Pressing twice, a reload and a lost answer all end in one order and one payment:
 * what was asked for without an answer is asked for again before anything else is.
 */
export async function placeAndPay(draft: Draft, buyer: Buyer, start: StartPayment): Promise<Placed> {
  const earlier = findCheckoutKey(buyer.storage, buyer.userId);
  const found = await findPlaced(buyer);
  // It is made of what stood here then; what was changed since is for its buyer to see before any money moves.
  if (found && JSON.stringify(earlier?.body) !== JSON.stringify(draft)) return unpaid(found);

  const order = found ?? (await place(draft, buyer));
  // Another tab can have ordered this cart a moment ago. Nobody pays another sum than the button says.
  if (order.totalMinor !== draft.expectedTotal) return unpaid(order);
  // An order that stands is no reason to make another, whatever became of its payment: its own page shows that.
  return { orderId: order.id, paymentUrl: await start(order.id).catch(() => null) };
}

/** An order whose own page says how to go on. */
export const unpaid = ({ id }: Pick<OrderView, 'id'>): Placed => ({ orderId: id, paymentUrl: null });

/** The order that was asked for and never answered; null where there is none, or where it was refused. */
export async function findPlaced({ userId, storage }: Buyer): Promise<OrderView | null> {
  const earlier = findCheckoutKey(storage, userId);
  if (!earlier) return null;
  try {
    const order = await askFor(earlier);
    forgetCheckoutKey(storage);
    return order;
  } catch (error) {
    if (!isRefusal(error) || isUnheard(error)) throw error;
    forgetCheckoutKey(storage);
    return null;
  }
}

/** A key is kept only while its answer is unknown: a refusal is one, and must not be repeated for ever. */
async function place(draft: Draft, { userId, storage }: Buyer): Promise<OrderView> {
  const sent = { userId, key: crypto.randomUUID(), body: draft };
  keepCheckoutKey(storage, sent);
  try {
    const order = await askFor(sent);
    forgetCheckoutKey(storage);
    return order;
  } catch (error) {
    if (isRefusal(error)) forgetCheckoutKey(storage);
    throw error;
  }
}

async function askFor({ key, body }: CheckoutKey): Promise<OrderView> {
  const { order } = await post<PlacedOrder>('/api/store/checkout', body, { headers: { 'idempotency-key': key } });
  return order;
}

/** The server has answered, and not with an order. Anything else may have had its effect. */
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500;

/** Turned away at the door, signed out or too quick: that says nothing of what an earlier call has done. */
const isUnheard = (error: ApiProblem): boolean => isSignedOut(error) || error.status === 429;

/** What a refusal means to the person at the checkout. */
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
      // Where it is about no field of the form there is nothing to look at: the mistake is ours.
      return Object.keys(fields).length > 0 ? { kind: 'fields', fields } : { kind: 'problem', error: null };
    }
    default:
      return { kind: 'problem', error };
  }
}
