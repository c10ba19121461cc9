import type { CartStorage } from './guest-cart.ts';

const KEY = 'plaza_checkout';

/** The Idempotency-Key of an order that was asked for, with the very body it was sent with and by whom. */
export type CheckoutKey = { readonly userId: string; readonly key: string; readonly body: unknown };

/**
 * Remembers, for this tab and only until the answer is known, how an order was asked for: where the answer is lost the
 * same call can be made again, and it finds the order instead of making another.
 */
export const keepCheckoutKey = (storage: CartStorage, { userId, key, body }: CheckoutKey): void =>
  storage.setItem(KEY, JSON.stringify({ userId, key, body }));

/** The order this person has asked for without an answer so far. Another person's is forgotten: it names an address. */
export function findCheckoutKey(storage: CartStorage, userId: string): CheckoutKey | null {
  const found = parsed(storage.getItem(KEY));
  if (found?.userId === userId) return found;
  forgetCheckoutKey(storage);
  return null;
}

/** The answer is known, whatever it was: the next order is another. */
export const forgetCheckoutKey = (storage: CartStorage): void => storage.removeItem(KEY);

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
