import type { CartLine } from '#lib/store/schemas/cart.ts';
import type { PlacedOrder } from '#lib/store/schemas/order.ts';
import { ApiProblem, post } from '#lib/web/api-client.ts';
import { checkoutKey } from '#lib/web/checkout-key.ts';
import { type CartStorage, type Clamped, clampTo } from '#lib/web/guest-cart.ts';
import { fieldsOfDetails } from './checkout-draft.ts';

export type Draft = { readonly items: readonly CartLine[]; readonly [field: string]: unknown };

/** Why nothing was bought, each with its own way on. */
export type CheckoutNotice =
  | { readonly kind: 'short'; readonly lines: readonly Clamped[]; readonly details: Readonly<Record<string, string>> }
  | { readonly kind: 'price'; readonly totalMinor: number }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'stale-key' | 'problem'; readonly error: unknown };

/**
 * Places an order and pays it from the balance; answers its id. Pressing twice, a reload and a lost answer all end in
 * one order and one payment: the key stays the same until something about the order changes.
 */
export async function placeAndPay(draft: Draft, storage: CartStorage): Promise<string> {
  const key = checkoutKey(storage, draft, () => crypto.randomUUID());
  const { order } = await post<PlacedOrder>('/api/store/checkout', draft, { headers: { 'idempotency-key': key } });
  await payFromBalance(order.id);
  return order.id;
}

/** An order that stands but was refused its payment is no reason to make another: its own page says what to do. */
async function payFromBalance(orderId: string): Promise<void> {
  try {
    await post('/api/store/payments/credit', { orderId });
  } catch (error) {
    const isRefusal = error instanceof ApiProblem && [400, 403, 404, 409].includes(error.status);
    if (!isRefusal) throw error;
  }
}

/** What a refusal means to the person at the checkout. */
export function noticeOf(error: unknown, items: readonly CartLine[]): CheckoutNotice {
  if (!(error instanceof ApiProblem)) return { kind: 'problem', error };
  const { code, details } = error;
  switch (code) {
    case 'InsufficientStock':
      return { kind: 'short', lines: clampTo(items, details).clamped, details };
    case 'PriceChanged':
      return { kind: 'price', totalMinor: Number(details.total) };
    case 'IdempotencyMismatch':
      return { kind: 'stale-key', error };
    case 'ValidationError':
      return { kind: 'fields', fields: fieldsOfDetails(details) };
    default:
      return { kind: 'problem', error };
  }
}
