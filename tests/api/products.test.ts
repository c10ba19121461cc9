import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET } from '#app/api/store/products/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import { type Call, call, type Reply } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';

// Most tests read this shop and none changes it: a test that changes something opens a shop of its own.
let shop: SmallShop;
beforeAll(async () => {
  shop = await openSmallShop();
});
beforeEach(() => installRuntime(shop));

const list = (query: Call['query'] = {}, headers: Record<string, string> = {}) => call(GET, { query, headers });
const slugs = ({ body }: Reply<CatalogPage>) => body.products.map(({ slug }) => slug);

describe('GET /api/store/products', () => {
  it('lists published products of approved sellers, newest first, to anyone', async () => {
    const reply = await list();

    expect(reply.status).toBe(200);
    expect(slugs(reply)).toEqual(['gift-card', 'red-mug', 'blue-mug', 'floor-lamp', 'desk-lamp']);
    expect(reply.body).toMatchObject({ total: 5, currency: 'UAH', nextAfterId: null });
    expect(reply.body).not.toHaveProperty('correctedSearch');
  });

  it('returns exactly the documented fields of a product', async () => {
    const { body } = await list({ ids: shop.ids['red-mug'] ?? '' });

    expect(body.products).toEqual([
      {
        id: shop.ids['red-mug'],
        slug: 'red-mug',
        title: 'Red mug',
        priceMinor: 35_000,
        currency: 'UAH',
        compareAtMinor: 45_000,
        image: null,
        categories: [{ id: expect.stringMatching(/^cat_/), slug: 'tableware', name: 'Tableware' }],
        vendor: { id: 'vnd_sova', name: 'Paper Owl', slug: 'paper-owl' },
        rating: { average: null, count: 0 },
        inStock: true,
        available: 1,
        fulfilment: 'physical',
        options: [],
        family: null,
        createdAt: '2026-03-02T10:00:03.000Z',
      },
    ]);
  });

  it('reports at most 99 in stock', async () => {
    const { body } = await list({ sortBy: 'name' });

    expect(body.products.map(({ available }) => available)).toEqual([99, 5, 0, 99, 1]);
  });

  describe('search', () => {
    it.each([
      ['lamp', ['desk-lamp', 'floor-lamp']],
      ['lamps', ['desk-lamp', 'floor-lamp']],
      ['mug re', ['red-mug']],
      ['лампа', ['desk-lamp']],
      ['настольные лампы', ['desk-lamp']],
      ['lampa', ['desk-lamp', 'floor-lamp']],
      ['кружка', ['blue-mug', 'red-mug']],
      ['paper owl', ['red-mug']],
      ['bends', ['desk-lamp']],
      ['tableware', ['blue-mug', 'gift-card', 'red-mug']],
    ])('finds products by "%s"', async (search, expected) => {
      const reply = await list({ search });

      expect(slugs(reply).toSorted()).toEqual(expected.toSorted());
      expect(reply.body.total).toBe(expected.length);
    });

    it('ranks a match in the title before one in the description', async () => {
      expect(slugs(await list({ search: 'gift' }))[0]).toBe('gift-card');
      expect(slugs(await list({ search: 'lamp', sortBy: 'price_desc' }))).toEqual(['floor-lamp', 'desk-lamp']);
    });

    it('corrects a search without matches, and returns the correction', async () => {
      const { body } = await list({ search: 'floor lapm' });

      expect(body.correctedSearch).toBe('floor lamp');
      expect(body.products.map(({ slug }) => slug)).toEqual(['floor-lamp']);
    });

    it('does not correct a search that only the filters leave without matches', async () => {
      const { body } = await list({ search: 'lam', priceMax: 5 });

      expect(body).toMatchObject({ products: [], total: 0 });
      expect(body.correctedSearch).toBeUndefined();
    });

    it('finds nothing for unknown words, punctuation and a single letter', async () => {
      expect((await list({ search: 'xylophone' })).body).toMatchObject({ products: [], total: 0 });
      for (const search of ['!? *', 'x', '🙂'])
        expect((await list({ search })).body).toMatchObject({ products: [], total: 0, nextAfterId: null });
      expect((await list({ search: ' ' })).body.total).toBe(5);
    });

    it('accepts operators and quotes as text', async () => {
      for (const search of ['"', 'NEAR(a b)', 'lamp OR mug', "x' --", 'a:b', '^lamp*', '-lamp']) {
        expect((await list({ search })).status).toBe(200);
      }
    });
  });

  describe('filters', () => {
    it.each([
      ['lighting', ['desk-lamp', 'floor-lamp']],
      ['desk-lamps', ['desk-lamp']],
      ['gifts,desk-lamps', ['desk-lamp', 'gift-card']],
      ['gifts,nothing', ['gift-card']],
      ['nothing', []],
      ['', ['blue-mug', 'desk-lamp', 'floor-lamp', 'gift-card', 'red-mug']],
    ])('by categories "%s", subcategories included', async (categories, expected) => {
      expect(slugs(await list({ categories })).toSorted()).toEqual(expected);
    });

    it('by category id as by slug', async () => {
      const [category] = (await list({ ids: shop.ids['gift-card'] ?? '' })).body.products[0]?.categories ?? [];

      expect(slugs(await list({ categories: category?.id ?? '' }))).toEqual(['gift-card']);
    });

    it('by price in the shown currency, bounds included', async () => {
      expect(slugs(await list({ priceMin: 35_000, priceMax: 72_300 })).toSorted()).toEqual([
        'blue-mug', // 15 € are 723 ₴
        'gift-card',
        'red-mug',
      ]);
      expect(slugs(await list({ priceMin: 1_500, priceMax: 1_500, currency: 'EUR' }))).toEqual(['blue-mug']);
      expect(slugs(await list({ priceMin: 35_001, priceMax: 49_999 }))).toEqual([]);
    });

    it('by availability', async () => {
      expect(slugs(await list({ inStock: true })).includes('floor-lamp')).toBe(false);
      expect(slugs(await list({ inStock: false })).includes('floor-lamp')).toBe(true);
    });

    it('by the average rating, unrated left out, with a facet by its whole stars', async () => {
      expect(slugs(await list({ ratingMin: 4 })).toSorted()).toEqual(['blue-mug', 'desk-lamp']);
      const best = await list({ ratingMin: 5 });
      expect(slugs(best)).toEqual(['blue-mug']);
      expect(best.body.facets.rating).toEqual({ '1': 0, '2': 0, '3': 0, '4': 1, '5': 1 });
      for (const ratingMin of [0, 6, 4.5]) expect((await list({ ratingMin })).status).toBe(400);
    });

    it('by several sellers', async () => {
      const all = await list({});
      const two = await list({ vendorId: 'vnd_sova,vnd_nobody' });

      expect(slugs(two)).toEqual(['red-mug']);
      expect(slugs(await list({ vendorId: '' }))).toEqual(slugs(all));
    });

    it('by seller, and by ids, omitting unknown and unlisted ones', async () => {
      const ids = [shop.ids['red-mug'], shop.ids['hidden-lamp'], 'prd_nobody', shop.ids['desk-lamp']].join();

      expect(slugs(await list({ vendorId: 'vnd_sova' }))).toEqual(['red-mug']);
      expect(slugs(await list({ vendorId: 'vnd_new' }))).toEqual([]);
      expect(slugs(await list({ ids }))).toEqual(['red-mug', 'desk-lamp']);
      expect(slugs(await list({ ids: '' }))).toEqual([]);
    });

    it('all combined', async () => {
      const query = { search: 'mug', categories: 'tableware', priceMax: 40_000, inStock: true };

      expect(slugs(await list(query))).toEqual(['red-mug']);
    });
  });

  describe('facets', () => {
    it('count each choice under all filters but its own', async () => {
      const { body } = await list({ categories: 'tableware', priceMax: 50_000, inStock: true });

      expect(body.total).toBe(2);
      expect(body.facets.categories.map(({ slug, count }) => [slug, count])).toEqual([
        ['tableware', 2],
        ['gifts', 1],
      ]);
      expect(body.facets.price).toEqual({ min: 35_000, max: 72_300 });
      expect(body.facets.inStock).toEqual({ yes: 2, no: 0 });
    });

    it('list the whole category tree in order when nothing is filtered', async () => {
      const { body } = await list();

      expect(body.facets.categories.map(({ slug, count }) => [slug, count])).toEqual([
        ['lighting', 2],
        ['desk-lamps', 1],
        ['tableware', 3],
        ['gifts', 1],
      ]);
      expect(body.facets).toMatchObject({ price: { min: 35_000, max: 250_000 }, inStock: { yes: 4, no: 1 } });
    });

    it('count the sellers under all filters but the sellers, the largest first, and keep a chosen one', async () => {
      const whole = (await list()).body.facets.vendors;
      const chosen = (await list({ vendorId: 'vnd_sova' })).body;
      const other = (await list({ vendorId: 'vnd_sova', search: 'lamp' })).body;

      expect(whole.map(({ count }) => count)).toEqual(whole.map(({ count }) => count).toSorted((a, b) => b - a));
      expect(whole.reduce((sum, { count }) => sum + count, 0)).toBe(5);
      expect(whole).toContainEqual(expect.objectContaining({ id: 'vnd_sova', count: 1 }));
      expect(chosen).toMatchObject({ total: 1, facets: { vendors: whole } });
      expect(other.facets.vendors).toContainEqual(expect.objectContaining({ id: 'vnd_sova', count: 0 }));
    });

    it('keep a selected category with a count of zero', async () => {
      const { body } = await list({ categories: 'gifts', search: 'lamp' });

      expect(body.facets.categories).toContainEqual(expect.objectContaining({ slug: 'gifts', count: 0 }));
    });
  });

  describe('order', () => {
    it.each([
      ['newest', ['gift-card', 'red-mug', 'blue-mug', 'floor-lamp', 'desk-lamp']],
      ['price_asc', ['red-mug', 'gift-card', 'blue-mug', 'desk-lamp', 'floor-lamp']],
      ['price_desc', ['floor-lamp', 'desk-lamp', 'blue-mug', 'gift-card', 'red-mug']],
      ['name', ['blue-mug', 'desk-lamp', 'floor-lamp', 'gift-card', 'red-mug']],
    ])('by %s', async (sortBy, expected) => {
      expect(slugs(await list({ sortBy }))).toEqual(expected);
    });

    it('by rating, weighted by the number of reviews, unrated last', async () => {
      expect(slugs(await list({ sortBy: 'rating' })).slice(0, 2)).toEqual(['desk-lamp', 'blue-mug']);
    });

    it('by popularity, ties by id', async () => {
      const reply = await list({ sortBy: 'popular' });
      const mugs = reply.body.products.slice(0, 2);

      expect(mugs.map(({ id }) => id)).toEqual(['blue-mug', 'red-mug'].map((slug) => shop.ids[slug] ?? '').toSorted());
      expect(slugs(reply)[2]).toBe('desk-lamp');
    });

    it('by name in the shown language', async () => {
      const reply = await list({ sortBy: 'name' }, { 'accept-language': 'uk' });

      expect(reply.body.products.map(({ title }) => title)).toEqual([
        'Настільна лампа',
        'Подарункова картка',
        'Синє горнятко',
        'Торшер',
        'Червоне горнятко',
      ]);
    });
  });

  describe('pages', () => {
    it('continue by cursor to the end', async () => {
      const first = await list({ limit: 2, sortBy: 'price_asc' });
      const second = await list({ limit: 2, sortBy: 'price_asc', afterId: first.body.nextAfterId ?? '' });
      const third = await list({ limit: 2, sortBy: 'price_asc', afterId: second.body.nextAfterId ?? '' });

      expect([first, second, third].flatMap(slugs)).toEqual([
        'red-mug',
        'gift-card',
        'blue-mug',
        'desk-lamp',
        'floor-lamp',
      ]);
      expect(third.body.nextAfterId).toBeNull();
      expect(third.body.total).toBe(5);
    });

    it('continue after a product id, in any order', async () => {
      const afterId = shop.ids['blue-mug'] ?? '';

      expect(slugs(await list({ afterId }))).toEqual(['floor-lamp', 'desk-lamp']);
      expect(slugs(await list({ afterId, sortBy: 'name' }))[0]).toBe('desk-lamp');
      expect(slugs(await list({ afterId: shop.ids['floor-lamp'] ?? '', search: 'lamp' }))).toEqual(['desk-lamp']);
    });

    it.each([
      ['a product that does not exist', () => 'prd_nobody'],
      ['a product that is not listed', () => shop.ids['hidden-lamp'] ?? ''],
      ['an invalid cursor', () => 'cur_abc'],
      ['a cursor with a value of another type', () => cursor(['newest', 'UAH', 'text', 'prd_1'])],
      ['a cursor with an extra value', () => cursor(['newest', 'UAH', 1, 'prd_1', 2])],
      ['a cursor of another sort order', () => cursor(['name_en', 'UAH', 'a', 'prd_1'])],
      ['a cursor of another currency', () => cursor(['newest', 'EUR', 1, 'prd_1'])],
      ['invalid characters', () => 'a b'],
    ])('reject %s', async (_, afterId) => {
      const { status, body } = await list({ afterId: afterId() });

      expect(status).toBe(400);
      expect(Object.keys(body.details ?? {})).toEqual(['afterId']);
    });
  });

  it('uses the language of the account, then of the cookie, then of the browser', async () => {
    const titleFor = async (options: Call) =>
      (await call(GET, { query: { ids: shop.ids['blue-mug'] ?? '' }, ...options })).body.products[0]?.title;
    const russian = await asUser(shop, { locale: 'ru' });

    expect(await titleFor({})).toBe('Blue mug');
    expect(await titleFor({ headers: { 'accept-language': 'uk-UA,uk;q=0.9' } })).toBe('Синє горнятко');
    expect(await titleFor({ headers: { 'accept-language': 'en', cookie: 'plaza_locale=uk' } })).toBe('Синє горнятко');
    expect(await titleFor({ as: russian, headers: { 'accept-language': 'uk' } })).toBe('Синяя кружка');
  });

  it('returns prices in any configured currency: original, set by hand, or converted', async () => {
    const priceOf = async (slug: string, currency: string) =>
      (await list({ ids: shop.ids[slug] ?? '', currency })).body.products[0];

    expect(await priceOf('blue-mug', 'EUR')).toMatchObject({ priceMinor: 1_500, currency: 'EUR' });
    expect(await priceOf('blue-mug', 'UAH')).toMatchObject({ priceMinor: 72_300, currency: 'UAH' });
    expect(await priceOf('red-mug', 'USD')).toMatchObject({ priceMinor: 900, compareAtMinor: 1_100 });
    expect(await priceOf('red-mug', 'EUR')).toMatchObject({ priceMinor: 730, compareAtMinor: 930 });
  });

  it.each([
    ['search', 'x'.repeat(201)],
    ['categories', Array.from({ length: 21 }, (_, n) => `c${n}`).join()],
    ['categories', 'a,,b'],
    ['priceMin', '-1'],
    ['priceMin', '1.5'],
    ['priceMax', '1e3'],
    ['inStock', 'yes'],
    ['sortBy', 'cheapest'],
    ['currency', 'CHF'],
    ['currency', 'euro'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '2.0'],
    ['limit', 'ten'],
    ['vendorId', 'a b'],
    ['ids', Array.from({ length: 51 }, (_, n) => `p${n}`).join()],
  ])('names %s when it is invalid', async (name, value) => {
    const { status, body } = await list({ [name]: value });

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'ValidationError', statusCode: 400 });
    expect(Object.keys(body.details ?? {})[0]).toMatch(new RegExp(`^${name}(\\.\\d+)?$`));
  });

  it('names contradicting and repeated parameters', async () => {
    expect((await list({ priceMin: 2, priceMax: 1 })).body.details).toEqual({ priceMax: expect.any(String) });
    expect((await list({ sortBy: 'relevance' })).body.details).toEqual({ sortBy: expect.any(String) });
    expect((await list('search=a&search=b')).body.details).toEqual({ search: expect.any(String) });
  });

  describe('caching', () => {
    it('is public with revalidation, and responds with 304 to a known ETag', async () => {
      const first = await list();
      const tag = first.headers.get('etag') ?? '';
      const again = await list({}, { 'if-none-match': tag });

      expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(first.headers.get('vary')).toBe('accept-language, cookie');
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('vary')).toBe('accept-language, cookie');
    });

    it('changes the ETag with the query, the language and the catalog', async () => {
      const changing = await openSmallShop();
      const tagOf = async (...args: Parameters<typeof list>) => (await list(...args)).headers.get('etag');
      const tags = [await tagOf(), await tagOf({ limit: 1 }), await tagOf({}, { 'accept-language': 'ru' })];
      await changing.search.patch('products', [{ id: changing.ids['red-mug'] ?? '', fields: { available: 0 } }]);
      tags.push(await tagOf());

      expect(new Set(tags).size).toBe(tags.length);
    });

    it('returns a cached total for at most a moment', async () => {
      const changing = await openSmallShop();
      const first = await list();
      await changing.search.remove('products', [changing.ids['red-mug'] ?? '']);
      const meanwhile = await list();
      changing.clock.advance(11_000);
      const later = await list({}, { 'if-none-match': meanwhile.headers.get('etag') ?? '' });

      expect([first, meanwhile].map(({ body }) => body.total)).toEqual([5, 5]);
      expect(slugs(meanwhile)).not.toContain('red-mug');
      expect(later.status).toBe(200);
      expect(later.body.total).toBe(4);
    });
  });
});

const cursor = (parts: readonly unknown[]): string => `cur_${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
