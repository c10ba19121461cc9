import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { Products } from '#lib/store/collections.ts';
import { catalogQuery } from '#lib/store/schemas/catalog.ts';
import { testContext } from '#tests/support/context.ts';
import { demoProducts } from './goods/goods.ts';
import { seedDemoCatalog } from './seed-demo.ts';

describe('the demo catalog', () => {
  it('has eight categories, three sellers, two currencies, and sold-out and low-stock goods', () => {
    const distinct = <V>(pick: (product: (typeof demoProducts)[number]) => V) => new Set(demoProducts.map(pick)).size;

    expect(demoProducts.length).toBeGreaterThanOrEqual(60);
    expect(distinct(({ slug }) => slug)).toBe(demoProducts.length);
    expect([distinct(({ category }) => category), distinct(({ vendor }) => vendor)]).toEqual([8, 3]);
    expect(distinct(({ currency }) => currency)).toBe(2);
    expect(demoProducts.filter(({ stock }) => stock === 0).length).toBeGreaterThan(2);
    expect(demoProducts.filter(({ stock }) => stock > 0 && stock <= 5).length).toBeGreaterThan(4);
  });

  it('has two pictures for each product in the repository', () => {
    const pictures = demoProducts.flatMap(({ slug }) => [1, 2].map((view) => `public/demo/${slug}-${view}.webp`));

    expect(pictures.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('has no digital goods and no ratings before its reviews are written', async () => {
    const ctx = await testContext();
    await seedDemoCatalog(ctx, {});
    await ctx.drain();

    const { products } = await listProducts(ctx, catalogQuery.parse({ limit: '100' }));
    expect(products.filter(({ fulfilment }) => fulfilment === 'digital')).toEqual([]);
    expect(products.filter(({ rating }) => rating.count > 0)).toEqual([]);
  });

  it('is seeded once, after any number of starts', async () => {
    const ctx = await testContext();

    await seedDemoCatalog(ctx, {});
    const [first] = demoProducts;
    await seedDemoCatalog(ctx, {});
    await ctx.drain();
    const page = await listProducts(ctx, catalogQuery.parse({ limit: '100' }));

    expect(page.total).toBe(demoProducts.length);
    expect(page.products.some(({ slug }) => slug === first?.slug)).toBe(true);
    expect((await ctx.data.get(Products, page.products[0]?.id ?? ''))?.data.images.length).toBe(2);
  });
});
