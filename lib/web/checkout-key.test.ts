import { describe, expect, it } from 'vitest';
import { openStorage } from './browser-storage.ts';
import { checkoutKey, forgetCheckoutKey } from './checkout-key.ts';

const world = () => {
  let made = 0;
  const storage = openStorage(() => {
    throw new Error('no browser here');
  });
  return { storage, newKey: () => `key-${++made}` };
};

const body = { items: [{ id: 'lamp', qty: 1 }], contact: { name: 'Anna', email: 'anna@plaza.test', phone: '' } };

describe('checkoutKey', () => {
  it('is the same for a second press of the same order', () => {
    const { storage, newKey } = world();

    const keys = [checkoutKey(storage, body, newKey), checkoutKey(storage, structuredClone(body), newKey)];

    expect(keys).toEqual(['key-1', 'key-1']);
  });

  it('is another once the order has changed, and after it was paid', () => {
    const { storage, newKey } = world();
    checkoutKey(storage, body, newKey);

    const changed = checkoutKey(storage, { ...body, items: [{ id: 'lamp', qty: 2 }] }, newKey);
    forgetCheckoutKey(storage);
    const next = checkoutKey(storage, { ...body, items: [{ id: 'lamp', qty: 2 }] }, newKey);

    expect([changed, next]).toEqual(['key-2', 'key-3']);
  });

  it('leaves no address in the storage', () => {
    const { storage, newKey } = world();

    checkoutKey(storage, body, newKey);

    expect(storage.getItem('plaza_checkout')).not.toMatch(/anna|lamp/i);
  });
});
