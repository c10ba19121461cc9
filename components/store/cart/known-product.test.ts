import { describe, expect, it } from 'vitest';
import type { ListedProduct } from '#lib/store/schemas/catalog.ts';
import { idsToRequest, knownProduct, MAX_REQUESTED } from './known-product.ts';

const lamp: ListedProduct = {
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
  options: [],
  family: null,
};
const inEuros = { ...lamp, priceMinor: 22, currency: 'EUR' };

describe('knownProduct', () => {
  it('returns the newest product, also while a new request is running', () => {
    const newer = { ...lamp, priceMinor: 990 };

    for (const isAnswered of [true, false])
      expect(knownProduct({ products: [newer], isAnswered, first: [lamp] }, 'lamp', 'UAH')).toBe(newer);
  });

  it('ignores a product in another currency', () => {
    expect(knownProduct({ products: [lamp], isAnswered: false, first: [lamp] }, 'lamp', 'EUR')).toBeUndefined();
    expect(knownProduct({ products: [lamp], isAnswered: false, first: [inEuros] }, 'lamp', 'EUR')).toBe(inEuros);
  });

  it('returns null once a response omits the product, and undefined before the response', () => {
    expect(knownProduct({ products: [], isAnswered: true, first: [lamp] }, 'lamp', 'UAH')).toBeNull();
    expect(knownProduct({ products: [], isAnswered: false, first: [] }, 'lamp', 'UAH')).toBeUndefined();
  });
});

describe('idsToRequest', () => {
  const line = (id: string) => ({ id, qty: 1 });

  it('returns each product once that is in the cart, was clamped or is in the backup', () => {
    const clamped = [{ id: 'mug', wanted: 2, left: 1 }];
    const backup = { items: [line('bowl'), line('lamp')], savedAt: '2026-03-01T10:00:00.000Z' };

    expect(idsToRequest([line('mug'), line('lamp')], { clamped, backup })).toEqual(['bowl', 'lamp', 'mug']);
  });

  it('never exceeds the limit of a request, and puts the cart first', () => {
    const full = Array.from({ length: MAX_REQUESTED }, (_, n) => line(`p${n}`));
    const backup = { items: [line('aside')], savedAt: '2026-03-01T10:00:00.000Z' };

    expect(idsToRequest(full, { clamped: [], backup })).toEqual(full.map(({ id }) => id).toSorted());
  });
});
