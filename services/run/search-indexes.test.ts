import { describe, expect, it, vi } from 'vitest';
import { GET as ready } from '#app/api/health/ready/route.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { CATALOG } from '#lib/store/catalog/catalog-entry.ts';
import { catalogVersion } from '#lib/store/catalog/catalog-index.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { OWN_PRODUCTS } from '#lib/store/products/own-products-index.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { catalogQuery } from '#lib/store/schemas/catalog.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startSearchIndexes } from './search-indexes.ts';

/** Creates rows without their index, as `store:copy` leaves them in another database. */
async function copiedShop(overrides: Overrides = {}): Promise<TestContext> {
  const ctx = await testContext(overrides);
  installRuntime(ctx);
  await createVendor(ctx, { id: HOUSE_VENDOR_ID, name: 'House', country: 'UA', contactEmail: 'house@plaza.test' });
  await createCategory(ctx, { name: { en: 'Things', uk: 'Речі', ru: 'Вещи' } });
  await createProducts(
    ctx,
    Array.from({ length: 3 }, (_, n) => ({ title: `Thing ${n}`, priceMinor: 1000, categories: ['things'], stock: 3 })),
  );
  await ctx.drain();
  await ctx.search.clear(CATALOG);
  return ctx;
}

const shown = async (ctx: TestContext): Promise<number> =>
  (await listProducts(ctx, catalogQuery.parse({}))).products.length;
const readiness = async () => (await call(ready)).status;

describe('a start with an outdated index', () => {
  it('is ready only once the index is complete', async () => {
    const ctx = await copiedShop();
    const finish = Promise.withResolvers<void>();
    const put: TestContext['search']['put'] = async (...args) => {
      await finish.promise;
      return ctx.search.put(...args);
    };

    const building = startSearchIndexes({ ...ctx, search: { ...ctx.search, put } });
    const before = await call(ready);
    finish.resolve();

    await expect.poll(readiness, PATIENCE).toBe(200);
    expect(before.body).toMatchObject({ statusCode: 503, details: { code: 'SearchIndexBuilding' } });
    expect(await shown(ctx)).toBe(3);
    building.close();
  });

  it('retries after a failure until the index is complete', async () => {
    const ctx = await copiedShop();
    let failures = 2;
    const put: TestContext['search']['put'] = (index, entries) =>
      index === CATALOG && failures-- > 0 ? Promise.reject(new Error('away')) : ctx.search.put(index, entries);
    const building = startSearchIndexes({ ...ctx, search: { ...ctx.search, put } }, 0);

    await expect.poll(readiness, PATIENCE).toBe(200);
    expect(failures).toBeLessThan(0);
    building.close();
  });

  it('is ready after three failures, so that one unindexable row does not close the shop', async () => {
    const ctx = await copiedShop();
    const put: TestContext['search']['put'] = (index, entries) =>
      index === CATALOG ? Promise.reject(new Error('broken')) : ctx.search.put(index, entries);
    const building = startSearchIndexes({ ...ctx, search: { ...ctx.search, put } }, 0);

    await expect.poll(readiness, PATIENCE).toBe(200);

    expect(ctx.lines.filter(({ event }) => event === 'search.reindex_failed').length).toBeGreaterThanOrEqual(3);
    building.close();
  });

  it('stays ready while an index that was once complete is rebuilt', async () => {
    const ctx = await copiedShop();
    await ctx.search.markBuilt(CATALOG, `${catalogVersion(ctx).split('.')[0]}.other-rates`);

    const put: TestContext['search']['put'] = (index, entries) =>
      index === CATALOG ? new Promise(() => undefined) : ctx.search.put(index, entries);
    const stuck = startSearchIndexes({ ...ctx, search: { ...ctx.search, put } });
    await expect.poll(readiness, PATIENCE).toBe(200);
    stuck.close();

    const building = startSearchIndexes(ctx);
    await vi.waitFor(async () => expect(await shown(ctx)).toBe(3), PATIENCE);
    building.close();
  });

  it('is not ready before an index whose entries have another shape is rebuilt', async () => {
    const ctx = await copiedShop();
    await ctx.search.markBuilt(CATALOG, '1.older');

    const put: TestContext['search']['put'] = (index, entries) =>
      index === CATALOG ? new Promise(() => undefined) : ctx.search.put(index, entries);
    const stuck = startSearchIndexes({ ...ctx, search: { ...ctx.search, put } });
    await expect.poll(() => ctx.search.builtAs(OWN_PRODUCTS), PATIENCE).not.toBeNull();
    expect(await readiness()).toBe(503);
    stuck.close();

    const building = startSearchIndexes(ctx);
    await expect.poll(readiness, PATIENCE).toBe(200);
    expect(await shown(ctx)).toBe(3);
    building.close();
  });

  it('changes neither indexes nor readiness when the ticker is off', async () => {
    const ctx = await copiedShop({ vars: { PROCESS_TICKER: 'off' } });

    startSearchIndexes(ctx).close();

    expect(await readiness()).toBe(200);
    expect(await ctx.search.builtAs(CATALOG)).toBeNull();
  });
});
