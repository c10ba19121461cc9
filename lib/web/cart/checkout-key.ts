import type { CartStorage } from './guest-cart.ts';

const KEY = 'plaza_checkout';

/** The Idempotency-Key of a requested order, with the exact body and user of the request. */
export type CheckoutKey = { readonly userId: string; readonly key: string; readonly body: unknown };

/**
 * Stores a pending order request for this tab until its response is known. If the response is lost, the same call can
 * be repeated. It then returns the order instead of creating another.
 */
export const storeCheckoutKey = (storage: CartStorage, { userId, key, body }: CheckoutKey): void =>
  storage.setItem(KEY, JSON.stringify({ userId, key, body }));

/**
 * Returns this user's order request without a response. Another user's request is deleted, because it contains an
 * address.
 */
export function findCheckoutKey(storage: CartStorage, userId: string): CheckoutKey | null {
  const found = parsed(storage.getItem(KEY));
  if (found?.userId === userId) return found;
  clearCheckoutKey(storage);
  return null;
}

/** Deletes the request once the response is known, whatever it was. The next order is another one. */
export const clearCheckoutKey = (storage: CartStorage): void => storage.removeItem(KEY);

function parsed(text: string | null): CheckoutKey | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    return isCheckoutKey(found) ? found : null;
  } catch {
    return null;
  }
}

const isCheckoutKey = (value: unknown): value is CheckoutKey =>
  typeof value === 'object' &&
  value !== null &&
  'userId' in value &&
  'key' in value &&
  'body' in value &&
  typeof value.userId === 'string' &&
  typeof value.key === 'string';
