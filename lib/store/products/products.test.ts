import { describe, expect, it } from 'vitest';
import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { Outbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { Products, StockLevels } from '#lib/store/collections.ts';
import { movementsOf } from '#lib/store/queries.ts';
import { changeStock } from '#lib/store/stock/change-stock.ts';
import { createVendor, setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { openSmallShop } from '#tests/support/small-shop.ts';
import { createProduct, createProducts, getPublicProduct, updateProduct } from './products.ts';

async function house(): Promise<TestContext> {
  const ctx = await testContext();
  await createVendor(ctx, { id: HOUSE_VENDOR_ID, name: 'Plaza', country: 'UA', contactEmail: 'house@plaza.test' });
  await createCategory(ctx, { name: { en: 'Mugs', uk: 'Горнятка', ru: 'Кружки' } });
  return ctx;
}

const mug = { title: 'Blue mug', priceMinor: 1_200, categories: ['mugs'], stock: 7, sku: 'M-1' };
const promised = async ({ data }: Context) =>
  (await data.find(from(Outbox).where('status', '==', 'waiting').orderBy('availableAt').limit(50))).rows;

describe('createProduct', () => {
  it('inserts the product, its stock level, the initial move and the index effect', async () => {
    const ctx = await asUser(await house());

    const { id, product } = await createProduct(ctx, mug);

    expect(product).toMatchObject({ slug: 'blue-mug', vendorId: HOUSE_VENDOR_ID, status: 'published', version: 1 });
    expect((await ctx.data.need(StockLevels, id)).data).toMatchObject({ onHand: 7, held: 0, shards: 1 });
    const moves = await ctx.data.find(movementsOf(id, 10));
    expect(moves.rows.map(({ data }) => data)).toMatchObject([{ kind: 'initial', delta: 7, actorId: ctx.user.id }]);
    expect((await promised(ctx)).map(({ data }) => data.payload)).toEqual([{ productId: id }]);
  });

  it('inserts nothing for a SKU that the vendor already uses, also concurrently', async () => {
    const ctx = await house();

    const results = await Promise.allSettled([1, 2, 3].map(() => createProduct(ctx, mug)));

    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => codeOf(reason))).toEqual(['SkuTaken', 'SkuTaken']);
    expect(await ctx.data.count(from(Products).orderBy('createdAt', 'desc'))).toBe(1);
    expect(await ctx.data.count(from(StockLevels).orderBy('updatedAt', 'desc'))).toBe(1);
  });

  it('lets two vendors use the same SKU', async () => {
    const ctx = await house();
    await createVendor(ctx, { id: 'vnd_other', name: 'Other', country: 'UA', contactEmail: 'other@plaza.test' });
    await createProduct(ctx, mug);

    await expect(createProduct(ctx, { ...mug, vendorId: 'vnd_other' })).resolves.toMatchObject({});
  });

  it.each([
    ['categories', { categories: ['mugs', 'nothing'] }],
    ['currency', { currency: 'CHF' }],
    ['prices.CHF', { prices: { CHF: 5 } }],
    ['prices.UAH', { prices: { UAH: 5 } }],
    ['compareAtMinor', { compareAtMinor: 1_200 }],
  ])('rejects an invalid %s and names the field', async (field, wrong) => {
    const ctx = await house();

    const refused = createProduct(ctx, { ...mug, ...wrong });

    await expect(refused).rejects.toMatchObject({ status: 400, facts: { details: { [field]: expect.any(String) } } });
  });

  it('rejects an unknown vendor', async () => {
    const ctx = await house();

    await expect(createProduct(ctx, { ...mug, vendorId: 'vnd_nobody' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('createProducts', () => {
  it('creates many products with one index effect per hundred', async () => {
    const ctx = await house();

    const ids = await createProducts(
      ctx,
      Array.from({ length: 230 }, (_, n) => ({ ...mug, title: `Mug ${n}`, sku: `M-${n}` })),
    );

    expect(new Set(ids).size).toBe(230);
    const payloads = (await promised(ctx)).map(({ data }) => data.payload as { productIds: string[] });
    expect(payloads.map(({ productIds }) => productIds.length).sort((a, b) => b - a)).toEqual([100, 100, 30]);
    expect((await ctx.data.need(Products, ids[229] ?? '')).data.title).toBe('Mug 229');
  });
});

describe('updateProduct', () => {
  it('updates the given fields, increments the version and rejects an edit of an older version', async () => {
    const ctx = await house();
    const { id } = await createProduct(ctx, mug);

    const edited = await updateProduct(ctx, id, { priceMinor: 1_300, version: 1 });

    expect(edited).toMatchObject({ priceMinor: 1_300, title: 'Blue mug', version: 2 });
    await expect(updateProduct(ctx, id, { priceMinor: 1, version: 1 })).rejects.toMatchObject({ code: 'StaleVersion' });
    await expect(updateProduct(ctx, id, { compareAtMinor: 1_300 })).rejects.toMatchObject({ status: 400 });
    expect((await ctx.data.need(Products, id)).data).toMatchObject({ priceMinor: 1_300, version: 2 });
  });
});

describe('getPublicProduct', () => {
  it('returns a product in the requested language and currency, with its current stock', async () => {
    const shop = await openSmallShop();
    const id = shop.ids['desk-lamp'] ?? '';
    await changeStock(shop, id, { kind: 'correction', delta: -5 });

    const shown = await getPublicProduct({ ...shop, locale: 'uk' }, id, 'EUR');

    expect(shown).toMatchObject({
      title: 'Настільна лампа',
      priceMinor: 2_500,
      currency: 'EUR',
      vendor: { id: HOUSE_VENDOR_ID, name: 'Plaza' },
      rating: { average: 4.8, count: 10 },
      inStock: false,
      available: 0,
    });
    expect(shown.path.map(({ name }) => name)).toEqual(['Світло', 'Настільні']);
    expect(shown.categories.map(({ slug }) => slug)).toEqual(['desk-lamps']);
  });

  it('throws a 404 for unlisted products and invalid ids', async () => {
    const shop = await openSmallShop();
    const { ids } = shop;
    const unlisted = ['hidden-lamp', 'unfinished-lamp', 'lamp-of-nobody'].map((slug) => ids[slug] ?? '');

    for (const id of [...unlisted, 'prd_nobody', '../../etc', '']) {
      await expect(getPublicProduct(shop, id)).rejects.toMatchObject({ status: 404 });
    }
    await setVendorStatus(shop, 'vnd_sova', 'suspended');
    await expect(getPublicProduct(shop, ids['red-mug'] ?? '')).rejects.toMatchObject({ status: 404 });
  });
});
