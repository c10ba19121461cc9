import { beforeEach, describe, expect, it } from 'vitest';
import { ProductFamilies, Products, StockLevels } from '#lib/store/collections.ts';
import { updateProduct } from '#lib/store/products/products.ts';
import { catalogQuery, priceRangeQuery } from '#lib/store/schemas/catalog.ts';
import { indexStock } from '#lib/store/stock/stock-index.ts';
import { addFamily } from '#tests/support/families.ts';
import { openSmallShop, type SmallShop } from '#tests/support/small-shop.ts';
import { listProducts } from './catalog.ts';
import { CATALOG } from './catalog-entry.ts';
import { indexListed, indexProducts } from './catalog-index.ts';
import { priceRangeOf } from './price-range.ts';
import { reindexCatalog } from './reindex.ts';
import { listForSitemap } from './sitemap.ts';

let shop: SmallShop;
let familyId: string;
let ids: { readonly desk: string; readonly floor: string; readonly gift: string };
const list = (query: Record<string, string> = {}) => listProducts(shop, catalogQuery.parse(query));
const cardOf = async (query: Record<string, string> = {}) =>
  (await list(query)).products.find(({ family }) => family?.id === familyId);

beforeEach(async () => {
  shop = await openSmallShop();
  const idOf = (slug: string): string => shop.ids[slug] ?? '';
  ids = { desk: idOf('desk-lamp'), floor: idOf('floor-lamp'), gift: idOf('gift-card') };
  // 1,200.00 with five in stock, 2,500.00 sold out, 500.00 with a thousand.
  familyId = await addFamily(shop, ids.desk, ids.floor, ids.gift);
  await indexListed(shop, Object.values(ids));
});

describe('a family in the catalog', () => {
  it('is one card with the cheapest member in stock, its highest price and its number of members', async () => {
    const page = await list();

    expect(page.total).toBe(3);
    expect(page.products.map(({ id }) => id)).not.toContain(ids.desk);
    expect(await cardOf()).toMatchObject({
      id: ids.gift,
      title: 'Gift card',
      priceMinor: 50_000,
      inStock: true,
      options: [{ name: 'Size', value: 'L' }],
      family: { id: familyId, count: 3, priceMaxMinor: 250_000 },
      rating: { average: 4.8, count: 10 },
    });
  });

  it('counts once in totals, facets and prices, under every category of its members', async () => {
    const { total, facets } = await list();
    expect(facets.inStock.yes + facets.inStock.no).toBe(total);
    const counts = Object.fromEntries(facets.categories.map(({ slug, count }) => [slug, count]));
    expect(counts).toMatchObject({ lighting: 1, gifts: 1, tableware: 3 });

    const range = await priceRangeOf(shop, priceRangeQuery.parse({}));
    expect(range).toMatchObject({ count: 3, min: 35_000 });
    expect((await priceRangeOf(shop, priceRangeQuery.parse({ group: 'none' }))).max).toBe(250_000);
  });

  it('is compared by the price of its representative', async () => {
    expect(await cardOf({ priceMin: '100000' })).toBeUndefined();
    expect(await cardOf({ priceMin: '40000', priceMax: '60000' })).toBeDefined();
  });

  it('is found by the words of every member', async () => {
    for (const search of ['floor', 'bends', 'gift', 'торшер'])
      expect(
        (await list({ search })).products.map(({ id }) => id),
        search,
      ).toEqual([ids.gift]);
  });

  it('SI21 shows the same set of products grouped and one by one', async () => {
    const [grouped, single] = [await list({ group: 'family' }), await list({ group: 'none' })];

    expect(single.total).toBe(5);
    const members = (await list({ familyId })).products.map(({ id }) => id);
    const shown = grouped.products.flatMap(({ id, family }) => (family ? members : [id]));
    expect(shown.toSorted()).toEqual(single.products.map(({ id }) => id).toSorted());
    expect(single.products.filter(({ family }) => family?.count === 3)).toHaveLength(3);
  });

  it('is not grouped among given products, nor in the sitemap', async () => {
    expect((await list({ ids: `${ids.desk},${ids.floor}` })).products.map(({ id }) => id).toSorted()).toEqual(
      [ids.desk, ids.floor].toSorted(),
    );
    expect((await list({ ids: familyId })).products).toEqual([]);
    expect(await listForSitemap(shop, 0)).toHaveLength(5);
  });

  it('is passed once by pages in every order, and after one of its members', async () => {
    for (const sortBy of ['newest', 'price_asc', 'price_desc', 'rating', 'popular', 'name']) {
      const seen: string[] = [];
      let afterId: string | null = null;
      do {
        const page = await list({ sortBy, limit: '1', ...(afterId !== null && { afterId }) });
        seen.push(...page.products.map(({ id }) => id));
        afterId = page.nextAfterId;
      } while (afterId !== null);
      expect(new Set(seen).size, sortBy).toBe(3);
      expect(seen, sortBy).toHaveLength(3);
    }
    const all = (await list({ sortBy: 'price_asc' })).products.map(({ id }) => id);
    const rest = (await list({ sortBy: 'price_asc', afterId: ids.floor })).products.map(({ id }) => id);
    expect(rest).toEqual(all.slice(all.indexOf(ids.gift) + 1));
  });
});

describe('a family follows its members', () => {
  it('is represented by another member when one sells out, and by the cheapest when all have', async () => {
    const sellOut = async (id: string) => {
      await shop.data.update(StockLevels, id, { held: 0, onHand: 0 });
      await indexStock(shop, [{ id, data: (await shop.data.need(StockLevels, id)).data }]);
    };
    await sellOut(ids.gift);
    expect(await cardOf()).toMatchObject({ id: ids.desk, priceMinor: 120_000, available: 5 });
    await sellOut(ids.desk);
    expect(await cardOf()).toMatchObject({ id: ids.gift, inStock: false });
    expect(await cardOf({ inStock: 'true' })).toBeUndefined();
  });

  it('follows an edit and a hidden member after the promised update', async () => {
    await updateProduct(shop, ids.desk, { priceMinor: 100 });
    await shop.drain();
    expect(await cardOf()).toMatchObject({ id: ids.desk, priceMinor: 100 });

    await updateProduct(shop, ids.desk, { status: 'archived' });
    await shop.drain();
    expect(await cardOf()).toMatchObject({ id: ids.gift, family: { count: 2 } });
  });

  it('goes when its last member is unlisted, or its row is gone', async () => {
    for (const id of Object.values(ids)) await updateProduct(shop, id, { status: 'hidden' });
    await shop.drain();
    expect((await list()).products).toHaveLength(2);

    await shop.data.update(Products, ids.desk, { status: 'published' });
    await indexProducts(shop, [ids.desk]);
    await shop.drain();
    expect((await list()).products).toHaveLength(3);
    await shop.data.update(Products, ids.desk, { familyId: null, optionValues: [] });
    await shop.data.delete(ProductFamilies, familyId);
    await reindexCatalog(shop);
    expect((await list()).products).toHaveLength(3);
    expect(await cardOf()).toBeUndefined();
  });

  it('is rebuilt with the index', async () => {
    await shop.search.clear(CATALOG);
    expect((await list()).products).toEqual([]);

    await reindexCatalog(shop);
    expect(await cardOf()).toMatchObject({ id: ids.gift, family: { count: 3 } });
  });
});
