import type { CartStorage } from './guest-cart.ts';

const KEY = 'plaza_checkout';

/**
 * The Idempotency-Key of an order about to be placed: the same for the same things, so that a second press, a reload or
 * a lost answer never makes a second order; another as soon as anything about it has changed.
 */
export function checkoutKey(storage: CartStorage, body: unknown, newKey: () => string): string {
  const print = fingerprint(JSON.stringify(body));
  const [known, key] = (storage.getItem(KEY) ?? '').split(' ');
  if (known === print && key) return key;
  const fresh = newKey();
  storage.setItem(KEY, `${print} ${fresh}`);
  return fresh;
}

/** The order is placed and paid: the next one is another. */
export const forgetCheckoutKey = (storage: CartStorage): void => storage.removeItem(KEY);

/** A short mark of a text, so that nobody's address lies about in the storage of a browser. */
function fingerprint(text: string): string {
  let [left, right] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    left = Math.imul(left ^ text.charCodeAt(at), 2_654_435_761);
    right = Math.imul(right ^ text.charCodeAt(at), 1_597_334_677);
  }
  return `${(left >>> 0).toString(36)}${(right >>> 0).toString(36)}`;
}
