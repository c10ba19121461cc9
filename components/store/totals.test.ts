import { describe, expect, it } from 'vitest';
import { sellable, totalOf } from './totals.ts';
import type { FindProduct } from './use-cart-products.ts';

const lines = [
  { id: 'lamp', qty: 2 },
  { id: 'gone', qty: 5 },
];
const lamp = {
  id: 'lamp',
  slug: 'lamp',
  title: 'Lamp',
  priceMinor: 1050,
  currency: 'UAH',
  compareAtMinor: null,
  image: null,
  categories: [],
  vendor: { id: 'vnd_a', name: 'A', slug: 'a' },
  rating: { average: null, count: 0 },
  inStock: true,
  available: 9,
  fulfilment: 'physical',
  createdAt: '2026-03-01T10:00:00.000Z',
} as const;
const find: FindProduct = (id) => (id === 'lamp' ? { ...lamp, categories: [] } : null);

describe('the sum of a cart', () => {
  it('leaves out what can no longer be bought', () => {
    expect(totalOf(lines, find)).toBe(2100);
    expect(sellable(lines, find)).toEqual([{ id: 'lamp', qty: 2 }]);
  });

  it('is not told before every price is known', () => {
    expect(totalOf(lines, () => undefined)).toBeNull();
  });
});
