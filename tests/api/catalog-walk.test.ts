import { describe, expect, it } from 'vitest';
import { GET } from '#app/api/store/products/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { createProduct, updateProduct } from '#lib/store/products/products.ts';
import type { CatalogPage } from '#lib/store/schemas/catalog.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { indexChangedStock } from '#lib/store/stock/stock-index.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { call, type Reply } from '#tests/support/call.ts';
import { type GeneratedCatalog, generateCatalog } from '#tests/support/catalog-generator.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';

const SIZE = 60;

async function shopOf(products: number): Promise<{ ctx: TestContext; made: GeneratedCatalog }> {
  const ctx = await testContext();
  installRuntime(ctx);
  return { ctx, made: await generateCatalog(ctx, { products, stock: 3 }) };
}

/** Returns every id on every page of a walk, with something happening between the pages. */
async function walk(query: Record<string, string | number>, between: (page: number) => Promise<void> = async () => {}) {
  const seen: string[] = [];
  let afterId: string | null = null;
  let page = 0;
  do {
    const { body, status }: Reply<CatalogPage> = await call(GET, {
      query: { limit: 7, ...query, ...(afterId !== null && { afterId }) },
    });
    expect(status).toBe(200);
    seen.push(...body.products.map(({ id }) => id));
    afterId = body.nextAfterId;
    await between(page++);
  } while (afterId !== null);
  return seen;
}

describe('walking the catalog', () => {
  it('returns twenty products a page by default, and a hundred at most', async () => {
    await shopOf(120);

    expect((await call(GET)).body.products).toHaveLength(20);
    expect((await call(GET, { query: { limit: 5_000 } })).body.products).toHaveLength(100);
    expect(await walk({ limit: 100 })).toHaveLength(120);
  });

  it.each(['newest', 'price_asc', 'price_desc', 'rating', 'popular', 'name'])(
    'returns each product once, by %s',
    async (sortBy) => {
      const { made } = await shopOf(SIZE);

      const seen = await walk({ sortBy });

      expect(seen).toHaveLength(SIZE);
      expect(seen.toSorted()).toEqual(made.productIds.toSorted());
    },
  );

  it('repeats no product and skips no unchanged one while prices, stock and status change', async () => {
    const { ctx, made } = await shopOf(SIZE);
    const ids = made.productIds;
    const [steady, moving] = [ids.filter((_, i) => i % 3 > 0), ids.filter((_, i) => i % 3 === 0)];

    const seen = await walk({}, async (page) => {
      const [a = '', b = '', c = ''] = [0, 1, 2].map((n) => moving[(page * 3 + n) % moving.length]);
      await updateProduct(ctx, a, { status: page % 2 === 0 ? 'hidden' : 'published' });
      await updateProduct(ctx, steady[page] ?? '', { priceMinor: 100 + page });
      await changeStock(ctx, b, { kind: 'correction', delta: -3 });
      await changeStock(ctx, steady[page + 5] ?? '', { kind: 'restock', delta: 9 });
      await createProduct(ctx, {
        title: `Late ${page}`,
        priceMinor: 1,
        categories: ['category-0'],
        vendorId: made.vendorIds[0] ?? '',
      });
      await updateProduct(ctx, c, { title: `Renamed ${page}` });
      await ctx.drain();
      await indexChangedStock(ctx);
    });

    expect(new Set(seen).size).toBe(seen.length);
    for (const id of steady) expect(seen).toContain(id);
  });

  it('returns every product with an unchanged price once, by price, while others are repriced', async () => {
    const { ctx, made } = await shopOf(SIZE);
    const [steady, moving] = [made.productIds.slice(0, 40), made.productIds.slice(40)];

    const seen = await walk({ sortBy: 'price_asc' }, async (page) => {
      await updateProduct(ctx, moving[page] ?? '', { priceMinor: page % 2 === 0 ? 1 : 9_999_999 });
      await ctx.drain();
    });

    const met = seen.filter((id) => steady.includes(id));
    expect(met.toSorted()).toEqual(steady.toSorted());
  });

  it('continues after its last product has left the catalog', async () => {
    const { ctx, made } = await shopOf(20);
    const first = await call(GET, { query: { limit: 5 } });
    await updateProduct(ctx, first.body.products.at(-1)?.id ?? '', { status: 'archived' });
    await ctx.drain();

    const second = await call(GET, { query: { limit: 5, afterId: first.body.nextAfterId ?? '' } });

    const newestFirst = made.productIds.toReversed();
    expect(second.body.products.map(({ id }) => id)).toEqual(newestFirst.slice(5, 10));
  });

  it('omits a suspended vendor’s products, and returns them after approval', async () => {
    const { ctx, made } = await shopOf(SIZE);
    const vendorId = made.vendorIds[3] ?? '';
    const others = SIZE - made.productIds.filter((_, i) => i % 25 === 3).length;
    await setVendorStatus(ctx, vendorId, 'suspended');
    expect(await walk({})).toHaveLength(others);
    await ctx.drain();
    expect(await walk({})).toHaveLength(others);

    await setVendorStatus(ctx, vendorId, 'approved');
    await ctx.drain();

    expect(await walk({})).toHaveLength(SIZE);
  });
});
