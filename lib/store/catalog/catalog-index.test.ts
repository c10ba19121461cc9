import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '#lib/search/search-index.ts';
import { createProducts, getPublicProduct, updateProduct } from '#lib/store/products/products.ts';
import { catalogQuery } from '#lib/store/schemas/catalog.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { listProducts } from './catalog.ts';
import { CATALOG } from './catalog-entry.ts';
import { indexProducts } from './catalog-index.ts';
import { reindexCatalog, reindexIfStale, reindexSlice } from './reindex.ts';
import { listForSitemap, sitemapPages } from './sitemap.ts';

const listed = async (shop: SmallShop, query: Record<string, string> = {}) =>
  (await listProducts(shop, catalogQuery.parse(query))).products;

/** Returns the same index with a step that runs before each put. */
const before = (search: SearchIndex, happens: () => Promise<void>): SearchIndex => ({
  ...search,
  put: async (...args) => {
    await happens();
    await search.put(...args);
  },
});

describe('indexProducts', () => {
  it('keeps the latest state even when an older read is put later', async () => {
    const shop = await openSmallShop();
    const id = shop.ids['red-mug'] ?? '';
    let happened = false;
    const search = before(shop.search, async () => {
      if (happened) return;
      happened = true;
      await updateProduct(shop, id, { priceMinor: 44_000 });
      await indexProducts(shop, [id]);
    });

    await indexProducts({ ...shop, search }, [id]);

    expect(await listed(shop, { ids: id })).toMatchObject([{ priceMinor: 44_000 }]);
  });

  it('removes a product that is no longer listed and ignores an unknown id', async () => {
    const shop = await openSmallShop();
    const id = shop.ids['red-mug'] ?? '';
    await updateProduct(shop, id, { status: 'hidden' });

    await indexProducts(shop, [id, 'prd_nobody']);

    expect((await listed(shop)).map(({ slug }) => slug)).not.toContain('red-mug');
  });

  it('removes a digital product, which could be paid for but not delivered', async () => {
    const shop = await openSmallShop();
    const id = shop.ids['red-mug'] ?? '';
    await updateProduct(shop, id, { fulfilment: 'digital' });

    await indexProducts(shop, [id]);

    expect((await listed(shop)).map(({ slug }) => slug)).not.toContain('red-mug');
    await expect(getPublicProduct(shop, id)).rejects.toMatchObject({ status: 404 });
  });

  it('does not write to the index when nothing has changed', async () => {
    const shop = await openSmallShop();
    const revision = await shop.search.revision(CATALOG);

    await indexProducts(shop, Object.values(shop.ids));

    expect(await shop.search.revision(CATALOG)).toBe(revision);
  });
});

describe('reindexCatalog', () => {
  it('adds missing products and removes unknown entries', async () => {
    const shop = await openSmallShop();
    await shop.search.remove(CATALOG, [shop.ids['red-mug'] ?? '']);
    const ghost = {
      id: 'prd_ghost',
      terms: [],
      words: [],
      facets: [],
      fields: { newest: 1, price_UAH: 1 },
      card: '{}',
    };
    await shop.search.put(CATALOG, [ghost]);

    await reindexCatalog(shop);

    expect((await listed(shop)).map(({ slug }) => slug)).toEqual([
      'gift-card',
      'red-mug',
      'blue-mug',
      'floor-lamp',
      'desk-lamp',
    ]);
    expect(
      (await shop.search.search(CATALOG, { ids: ['prd_ghost'], sort: { field: 'newest', direction: 'asc' }, limit: 1 }))
        .hits,
    ).toEqual([]);
  });

  it('runs in slices, and the index counts as built after the last slice', async () => {
    const shop = await openSmallShop();
    const things = Array.from({ length: 2_300 }, (_, n) => ({
      title: `Thing ${n}`,
      priceMinor: 1,
      categories: ['gifts'],
    }));
    await createProducts(shop, things);
    let slices = 0;
    let cursor: string | undefined;

    do {
      const slice = await reindexSlice(shop, cursor);
      expect((await shop.search.builtAs(CATALOG)) === null).toBe(slice.next !== null);
      cursor = slice.next ?? undefined;
      slices += 1;
    } while (cursor !== undefined);

    expect(slices).toBeGreaterThan(1);
    expect((await listProducts(shop, catalogQuery.parse({}))).total).toBe(2_305);
  });

  it('runs from reindexIfStale only when the index was built with other exchange rates', async () => {
    const shop = await openSmallShop();
    await reindexIfStale(shop);
    const revision = await shop.search.revision(CATALOG);
    await shop.search.remove(CATALOG, [shop.ids['red-mug'] ?? '']);
    expect(await shop.search.revision(CATALOG)).not.toBe(revision);

    await reindexIfStale(shop);
    expect(await listed(shop)).toHaveLength(4);

    const dearer = { ...shop, env: { ...shop.env, STORE_FX_RATES: { EUR: '50.00' } } };
    await reindexIfStale(dearer);
    expect((await listed(dearer)).find(({ slug }) => slug === 'blue-mug')?.priceMinor).toBe(75_000);
  });
});

describe('listForSitemap', () => {
  it('returns every listed product once, oldest first', async () => {
    const shop = await openSmallShop();

    const entries = await listForSitemap(shop, 0);

    expect(await sitemapPages(shop)).toBe(1);
    expect(entries.map(({ slug }) => slug)).toEqual(['desk-lamp', 'floor-lamp', 'blue-mug', 'red-mug', 'gift-card']);
    expect(entries[0]).toEqual({ id: shop.ids['desk-lamp'], slug: 'desk-lamp', updatedAt: '2026-03-02T10:00:00.000Z' });
    expect(await listForSitemap(shop, 1)).toEqual([]);
  });
});
