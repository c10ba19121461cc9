import { describe, expect, it } from 'vitest';
import { openStorage } from '#lib/web/browser-storage.ts';
import { findCheckoutKey, forgetCheckoutKey, keepCheckoutKey } from './checkout-key.ts';

const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });
const sent = { userId: 'usr_anna', key: 'key-1', body: { contact: { name: 'Anna', email: 'anna@plaza.test' } } };

describe('the key of an order whose answer is not known', () => {
  it('is found again with the very body it was sent with', () => {
    const storage = emptyStorage();
    keepCheckoutKey(storage, sent);

    expect(findCheckoutKey(storage, 'usr_anna')).toEqual(sent);
  });

  it('is nothing to the next person at this browser, and is gone for good', () => {
    const storage = emptyStorage();
    keepCheckoutKey(storage, sent);

    expect(findCheckoutKey(storage, 'usr_boris')).toBeNull();
    expect(storage.getItem('plaza_checkout')).toBeNull();
  });

  it('leaves no address in the storage once the answer is known', () => {
    const storage = emptyStorage();
    keepCheckoutKey(storage, sent);

    forgetCheckoutKey(storage);

    expect(storage.getItem('plaza_checkout')).toBeNull();
  });

  it.each(['', 'no json', '"text"', '{"userId":"usr_anna"}', '1abc key-1'])('is none where %j is kept', (text) => {
    const storage = emptyStorage();
    storage.setItem('plaza_checkout', text);

    expect(findCheckoutKey(storage, 'usr_anna')).toBeNull();
  });
});
