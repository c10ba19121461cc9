import { describe, expect, it, vi } from 'vitest';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { StockShards } from '#lib/store/collections.ts';
import { createProducts } from '#lib/store/products/products.ts';
import { catalogQuery } from '#lib/store/schemas/catalog.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { shardId } from '#lib/store/stock/counters.ts';
import { splitStock } from '#lib/store/stock/split.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { startAvailability } from './availability.ts';

/** Creates a shop with `count` indexed products of 3 units each. */
async function shopOf(count: number): Promise<{ ctx: TestContext; ids: string[] }> {
  const ctx = await testContext();
  await createVendor(ctx, { id: HOUSE_VENDOR_ID, name: 'House', country: 'UA', contactEmail: 'house@plaza.test' });
  await createCategory(ctx, { name: { en: 'Things', uk: 'Речі', ru: 'Вещи' } });
  const product = (n: number) => ({ title: `Thing ${n}`, priceMinor: 1000, categories: ['things'], stock: 3 });
  const ids = await createProducts(
    ctx,
    Array.from({ length: count }, (_, n) => product(n)),
  );
  await ctx.drain();
  return { ctx, ids };
}

const shown = async (ctx: TestContext, id: string): Promise<number | undefined> =>
  (await listProducts(ctx, catalogQuery.parse({ ids: id }))).products[0]?.available;
const take = (ctx: TestContext, id: string, units: number) =>
  changeStock(ctx, id, { kind: 'correction', delta: -units });

describe('startAvailability', () => {
  it('updates the stock of an index entry and leaves its other fields', async () => {
    const { ctx, ids } = await shopOf(1);
    const id = ids[0] ?? '';
    const watching = startAvailability(ctx, 5);

    await take(ctx, id, 3);

    await vi.waitFor(async () => expect(await shown(ctx, id)).toBe(0), PATIENCE);
    const { products } = await listProducts(ctx, catalogQuery.parse({ ids: id }));
    expect(products[0]).toMatchObject({ title: 'Thing 0', inStock: false });
    await watching.close();
  });

  it('catches up with any number of changes made before the start', async () => {
    const { ctx, ids } = await shopOf(120);
    for (const id of ids) await take(ctx, id, 2);

    const watching = startAvailability(ctx, 5);

    await vi.waitFor(async () => {
      const { products } = await listProducts(ctx, catalogQuery.parse({ limit: '100' }));
      expect(products.every(({ available }) => available === 1)).toBe(true);
      expect(await shown(ctx, ids[0] ?? '')).toBe(1);
    }, PATIENCE);
    await watching.close();
  });

  it('shows the sum of all shards after a change of one', async () => {
    const { ctx, ids } = await shopOf(1);
    const id = ids[0] ?? '';
    await splitStock(ctx, id);
    const watching = startAvailability(ctx, 5);
    await vi.waitFor(async () => expect(await shown(ctx, id)).toBe(3), PATIENCE);

    ctx.clock.advance(1);
    await ctx.data.update(StockShards, shardId(id, 2), { held: 1, updatedAt: ctx.now().toISOString() });

    await vi.waitFor(async () => expect(await shown(ctx, id)).toBe(2), PATIENCE);
    await watching.close();
  });
});
