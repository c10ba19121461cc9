import { describe, expect, it } from 'vitest';
import { maxQuantity, obtainable, sellable, totalOf } from './totals.ts';
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
  family: null,
  createdAt: '2026-03-01T10:00:00.000Z',
} as const;
const find: FindProduct = (id) => (id === 'lamp' ? { ...lamp, categories: [], options: [] } : null);

describe('the total of a cart', () => {
  it('leaves out products that are no longer available', () => {
    expect(totalOf(lines, find)).toBe(2100);
    expect(sellable(lines, find)).toEqual([{ id: 'lamp', qty: 2 }]);
  });

  it('is null until every price is known', () => {
    expect(totalOf(lines, () => undefined)).toBeNull();
  });
});

describe('the highest quantity a shopper may choose', () => {
  it.each([
    ['is the available stock for a guest', 4, 3, false, 4],
    ['is the available stock plus the held units for a signed-in shopper', 1, 3, true, 4],
    ['is the held quantity when no more is available', 0, 4, true, 4],
    ['is the limit of a line when the list reports its highest figure', 99, 99, false, 999],
    ['never exceeds the limit of a line', 99, 900, true, 999],
  ])('%s', (_, available, inCart, isSignedIn, most) => {
    expect(maxQuantity(available, inCart, isSignedIn)).toBe(most);
  });
});

describe('the cart of a guest', () => {
  it('leaves out units that are sold out', () => {
    const stock: Record<string, number> = { lamp: 2, mug: 0, tea: 99 };
    const stocked: FindProduct = (id) =>
      id in stock ? { ...lamp, categories: [], options: [], id, available: stock[id] ?? 0 } : null;
    const wanted = ['lamp', 'mug', 'tea', 'gone'].map((id) => ({ id, qty: id === 'tea' ? 150 : 3 }));

    expect(obtainable(wanted, stocked)).toEqual([
      { id: 'lamp', qty: 2 },
      { id: 'tea', qty: 150 },
      { id: 'gone', qty: 3 },
    ]);
  });

  it('keeps products that are not loaded yet', () => {
    expect(obtainable([{ id: 'lamp', qty: 3 }], () => undefined)).toEqual([{ id: 'lamp', qty: 3 }]);
  });
});
