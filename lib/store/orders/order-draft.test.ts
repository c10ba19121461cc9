import { describe, expect, it } from 'vitest';
import type { Offer } from '#lib/store/products/offers.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { draftGoods } from './order-draft.ts';

const env = { STORE_FX_RATES: { EUR: '50' }, STORE_PRICE_ROUNDING: 'shop', STORE_COMMISSION_BPS: 1000 } as const;
const now = new Date('2026-01-01T00:00:00.000Z');
const asked = { currency: 'UAH', locale: 'en', env, now } as const;

const offer = (product: Partial<Product> = {}, vendor: Partial<Vendor> = {}): Offer => ({
  id: 'prd_1',
  product: {
    vendorId: 'vnd_1',
    title: 'Mug',
    translations: {},
    priceMinor: 1000,
    currency: 'UAH',
    prices: {},
    images: [],
    sku: null,
    fulfilment: 'physical',
    ...product,
  } as Product, // only the fields that an order reads from a product
  vendor: { commissionBps: null, ...vendor } as Vendor,
  family: null,
  isListed: true,
});

describe('draftGoods', () => {
  it('computes line totals and the subtotal in whole minor units', () => {
    const goods = draftGoods(
      [
        { id: 'a', qty: 3, offer: offer({ priceMinor: 33 }) },
        { id: 'b', qty: 2, offer: offer({ priceMinor: 1 }) },
      ],
      asked,
    );

    expect(goods.lines.map(({ totalMinor }) => totalMinor)).toEqual([99, 2]);
    expect([goods.subtotalMinor, goods.totalMinor]).toEqual([101, 101]);
  });

  it('freezes the exchange rate of a conversion', () => {
    const goods = draftGoods([{ id: 'a', qty: 1, offer: offer({ priceMinor: 10, currency: 'EUR' }) }], asked);

    expect(goods.totalMinor).toBe(500);
    expect(goods.fx).toMatchObject({ base: 'UAH', quote: 'EUR', rate: '50' });
  });

  it('freezes the commission: the vendor’s rate, else the shop’s, and 100% for house products', () => {
    const bps = (product: Partial<Product>, vendor: Partial<Vendor>) =>
      draftGoods([{ id: 'a', qty: 1, offer: offer(product, vendor) }], asked).lines[0]?.commissionBps;

    expect(bps({}, { commissionBps: 0 })).toBe(0);
    expect(bps({}, {})).toBe(1000);
    expect(bps({ vendorId: 'vnd_platform' }, {})).toBe(10_000);
  });

  it('writes the title in the language of the order', () => {
    const mug = offer({ translations: { uk: { title: 'Кухоль', description: '' } } });

    expect(draftGoods([{ id: 'a', qty: 1, offer: mug }], { ...asked, locale: 'uk' }).lines[0]?.title).toBe('Кухоль');
    expect(draftGoods([{ id: 'a', qty: 1, offer: mug }], { ...asked, locale: 'ru' }).lines[0]?.title).toBe('Mug');
  });

  it('creates one part per vendor', () => {
    const goods = draftGoods(
      [
        { id: 'a', qty: 1, offer: offer() },
        { id: 'b', qty: 1, offer: offer({ vendorId: 'vnd_2' }) },
        { id: 'c', qty: 1, offer: offer() },
      ],
      asked,
    );

    expect(goods.vendorIds).toEqual(['vnd_1', 'vnd_2']);
    expect(goods.parts.map(({ state }) => state)).toEqual(['pending', 'pending']);
  });

  it('accepts a total of exactly 10¹¹ and rejects larger totals, also of huge factors', () => {
    const worth = (priceMinor: number, qty: number) => () =>
      draftGoods([{ id: 'a', qty, offer: offer({ priceMinor }) }], asked).totalMinor;

    expect(worth(1e8, 1000)()).toBe(1e11);
    expect(worth(1e11 + 1, 1)).toThrow('exceeds the maximum value');
    expect(worth(1e15, 49_950)).toThrow('exceeds the maximum value');
  });

  it('sets total 0 and no rate for a product without a price in the currency', () => {
    const goods = draftGoods([{ id: 'a', qty: 1, offer: offer({ currency: 'GBP' }) }], asked);

    expect(goods).toMatchObject({ totalMinor: 0, fx: null });
  });
});
