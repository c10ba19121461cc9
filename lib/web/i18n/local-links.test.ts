import { describe, expect, it } from 'vitest';
import { localLinks } from './local-links.ts';

describe('localLinks', () => {
  it('keeps a shopper in the language of the address', () => {
    const go = localLinks('uk');

    expect([go('/'), go('/cart'), go('/products?search=лампа')]).toEqual([
      '/uk',
      '/uk/cart',
      '/uk/products?search=лампа',
    ]);
  });

  it('leaves paths alone where the address has no language', () => {
    const go = localLinks(null);

    expect([go('/'), go('/cart')]).toEqual(['/', '/cart']);
  });
});
