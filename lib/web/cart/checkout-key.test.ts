import { describe, expect, it } from 'vitest';
import { openStorage } from '#lib/web/browser-storage.ts';
import { clearCheckoutKey, findCheckoutKey, storeCheckoutKey } from './checkout-key.ts';

const emptyStorage = () =>
  openStorage(() => {
    throw new Error('no browser here');
  });
const sent = { userId: 'usr_anna', key: 'key-1', body: { contact: { name: 'Anna', email: 'anna@plaza.test' } } };

describe('the stored key of an order without a response', () => {
  it('is found with the body it was sent with', () => {
    const storage = emptyStorage();
    storeCheckoutKey(storage, sent);

    expect(findCheckoutKey(storage, 'usr_anna')).toEqual(sent);
  });

  it('is hidden from another user of the browser, and deleted', () => {
    const storage = emptyStorage();
    storeCheckoutKey(storage, sent);

    expect(findCheckoutKey(storage, 'usr_boris')).toBeNull();
    expect(storage.getItem('plaza_checkout')).toBeNull();
  });

  it('is deleted with its body once the response is known', () => {
    const storage = emptyStorage();
    storeCheckoutKey(storage, sent);

    clearCheckoutKey(storage);

    expect(storage.getItem('plaza_checkout')).toBeNull();
  });

  it.each(['', 'no json', '"text"', '{"userId":"usr_anna"}', '1abc key-1'])(
    'is null when the storage holds %j',
    (text) => {
      const storage = emptyStorage();
      storage.setItem('plaza_checkout', text);

      expect(findCheckoutKey(storage, 'usr_anna')).toBeNull();
    },
  );
});
