import { describe, expect, it } from 'vitest';
import { localLinks } from './local-links.ts';

describe('localLinks', () => {
  it('adds the language of the URL to each path', () => {
    const go = localLinks('uk');

    expect([go('/'), go('/cart'), go('/products?search=лампа')]).toEqual([
      '/uk',
      '/uk/cart',
      '/uk/products?search=лампа',
    ]);
  });

  it('leaves paths unchanged when the URL has no language', () => {
    const go = localLinks(null);

    expect([go('/'), go('/cart')]).toEqual(['/', '/cart']);
  });
});
