import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/api/store/price-range/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { call } from '#tests/support/call.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';

let shop: SmallShop;
beforeAll(async () => {
  shop = await openSmallShop();
});
beforeEach(() => installRuntime(shop));

const range = (query: Record<string, string | number | boolean> = {}, headers: Record<string, string> = {}) =>
  call(GET, { query, headers });

describe('GET /api/store/price-range', () => {
  it.each([
    [{}, { min: 35_000, max: 250_000, count: 5 }],
    [{ categories: 'tableware' }, { min: 35_000, max: 72_300, count: 3 }],
    [{ search: 'mug' }, { min: 35_000, max: 72_300, count: 2 }],
    [
      { inStock: true, categories: 'lighting' },
      { min: 120_000, max: 120_000, count: 1 },
    ],
    [{ vendorId: 'vnd_sova' }, { min: 35_000, max: 35_000, count: 1 }],
    [{ ids: 'prd_nobody' }, { min: null, max: null, count: 0 }],
    [{ search: 'xylophone' }, { min: null, max: null, count: 0 }],
    [{ search: '*' }, { min: null, max: null, count: 0 }],
  ])('returns the lowest and highest price under %o', async (query, expected) => {
    const { status, body } = await range(query);

    expect(status).toBe(200);
    expect(body).toEqual({ ...expected, currency: 'UAH' });
  });

  it('returns prices in the requested currency', async () => {
    expect((await range({ currency: 'EUR', search: 'mug' })).body).toEqual({
      min: 730,
      max: 1_500,
      currency: 'EUR',
      count: 2,
    });
  });

  it('ignores price filter, sort order and page', async () => {
    const query = { priceMin: 60_000, priceMax: 1, sortBy: 'nonsense', limit: 0, afterId: '!' };

    expect((await range(query)).body).toMatchObject({ min: 35_000, max: 250_000 });
  });

  it.each([
    ['search', 'x'.repeat(201)],
    ['inStock', '1'],
    ['currency', 'CHF'],
    ['vendorId', '../x'],
  ])('names %s when it is invalid', async (name, value) => {
    const { status, body } = await range({ [name]: value });

    expect(status).toBe(400);
    expect(Object.keys(body.details ?? {})[0]).toMatch(new RegExp(`^${name}(\\.\\d+)?$`));
  });

  it('responds with 304 while nothing changes', async () => {
    const changing = await openSmallShop();
    const tag = (await range()).headers.get('etag') ?? '';
    expect((await range({}, { 'if-none-match': tag })).status).toBe(304);

    await changing.search.remove('products', [changing.ids['floor-lamp'] ?? '']);
    changing.clock.advance(11_000);

    const changed = await range({}, { 'if-none-match': tag });
    expect(changed.body).toMatchObject({ max: 120_000, count: 4 });
  });
});
