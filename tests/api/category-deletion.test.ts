import { describe, expect, it } from 'vitest';
import { POST as createVendorProduct } from '#app/api/store/products/route.ts';
import { PATCH as editVendorProduct } from '#app/api/vendor/products/[id]/route.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { listProducts } from '#lib/store/catalog/catalog.ts';
import { createCategory, forgetCategories } from '#lib/store/catalog/categories.ts';
import { catalogCategoryTopic } from '#lib/store/catalog/topics.ts';
import { deleteCategory } from '#lib/store/categories/delete-category.ts';
import { emptyCategory } from '#lib/store/categories/empty-category.ts';
import { indexSubtree } from '#lib/store/categories/index-subtree.ts';
import { Categories, Products } from '#lib/store/collections.ts';
import { createProduct, createProducts } from '#lib/store/products/products.ts';
import { call } from '#tests/support/call.ts';
import {
  actsOf,
  addCategory,
  type CategoryAdmin,
  categoriesOf,
  categoryIdOf,
  named,
  openCategories,
  patchCategory,
  removeCategory,
  settleCategories,
  titlesUnder,
} from '#tests/support/categories.ts';
import { everyEffect, everyRow } from '#tests/support/world.ts';

describe('DELETE /api/admin/categories/{id}', () => {
  it('deletes an empty category, and frees its slug', async () => {
    const ctx = await openCategories();
    const { id } = (await addCategory(ctx, { name: named('Typo') })).body.category;

    expect((await removeCategory(ctx, id)).body).toEqual({ deleted: true, id, moving: 0 });

    expect((await removeCategory(ctx, id)).status).toBe(404);
    expect((await addCategory(ctx, { name: named('Typo') })).status).toBe(201);
    expect(await actsOf(ctx, 'category.deleted')).toHaveLength(1);
  });

  it('refuses a category with children or products, and names both numbers', async () => {
    const ctx = await openCategories();
    const [lighting, tableware] = [await categoryIdOf(ctx, 'lighting'), await categoryIdOf(ctx, 'tableware')];

    expect((await removeCategory(ctx, lighting, { into: tableware })).body.details).toMatchObject({
      code: 'CategoryNotEmpty',
      children: '1',
    });
    // Two of the lamps that count here are not listed.
    expect((await removeCategory(ctx, lighting)).body.details).toMatchObject({ children: '1', products: '4' });
    expect((await removeCategory(ctx, tableware)).body.details).toMatchObject({ children: '0', products: '3' });
    expect(await categoriesOf(ctx)).toHaveLength(4);
  });

  it.each(['itself', 'cat_nothing'])('rejects %s as the target of its products', async (target) => {
    const ctx = await openCategories();
    const id = await categoryIdOf(ctx, 'tableware');

    expect(await removeCategory(ctx, id, { into: target === 'itself' ? id : target })).toMatchObject({
      status: 400,
      body: { details: { into: expect.any(String) } },
    });
  });

  it('moves the products without duplicates, drafts too, and then removes the category', async () => {
    const ctx = await openCategories();
    const [gifts, tableware] = [await categoryIdOf(ctx, 'gifts'), await categoryIdOf(ctx, 'tableware')];
    const draft = await createProduct(ctx, { title: 'Draft', priceMinor: 1, categories: [tableware], status: 'draft' });

    expect((await removeCategory(ctx, tableware, { into: gifts })).body).toEqual({
      deleted: true,
      id: tableware,
      moving: 4,
    });
    expect((await categoriesOf(ctx)).find(({ id }) => id === tableware)).toMatchObject({
      hidden: true,
      movedInto: gifts,
    });
    expect((await removeCategory(ctx, tableware, { into: gifts })).status).toBe(200);
    expect((await patchCategory(ctx, tableware, { hidden: false })).body.details).toMatchObject({
      code: 'CategoryBeingDeleted',
    });
    expect(
      (await removeCategory(ctx, gifts, { into: await categoryIdOf(ctx, 'lighting') })).body.details,
    ).toMatchObject({
      code: 'CategoryNotEmpty',
    });
    expect((await addCategory(ctx, { name: named('Cups'), parentId: tableware })).status).toBe(400);
    await settleCategories(ctx);

    expect((await ctx.data.need(Products, ctx.ids['gift-card'] ?? '')).data.categoryIds).toEqual([gifts]);
    expect((await ctx.data.need(Products, draft.id)).data).toMatchObject({ categoryIds: [gifts], version: 2 });
    expect(await ctx.data.get(Categories, tableware)).toBeUndefined();
    expect(await titlesUnder(ctx, 'gifts')).toEqual(['Blue mug', 'Gift card', 'Red mug']);
    expect(await titlesUnder(ctx, 'tableware')).toHaveLength(3);
    expect(await actsOf(ctx, 'category.deleted')).toMatchObject([{ after: { into: gifts, products: 4 } }]);
  });

  it('files a product that another process creates meanwhile under the target', async () => {
    const ctx = await openCategories();
    const [gifts, tableware] = [await categoryIdOf(ctx, 'gifts'), await categoryIdOf(ctx, 'tableware')];
    await removeCategory(ctx, tableware, { into: gifts });
    await ctx.drain();
    const { product } = await createProduct(ctx, { title: 'New cup', priceMinor: 1, categories: ['tableware'] });
    const late = await createProduct(ctx, { title: 'Late cup', priceMinor: 1, categories: [gifts] });
    // A process with the tree of some seconds ago.
    await ctx.data.update(Products, late.id, { categoryIds: [tableware] });
    forgetCategories(ctx);
    await settleCategories(ctx);

    expect(product.categoryIds).toEqual([gifts]);
    expect((await ctx.data.need(Products, late.id)).data.categoryIds).toEqual([gifts]);
    expect(await ctx.data.get(Categories, tableware)).toBeUndefined();
  });
});

describe('a category that another process deletes while sellers file products under it', () => {
  /** Deletes a category elsewhere. This process keeps the tree that it knows. */
  async function deleteElsewhere(ctx: CategoryAdmin, id: string, into?: string): Promise<void> {
    await categoryIdOf(ctx, 'gifts');
    await deleteCategory({ ...ctx, memo: new Memo(ctx.now) }, id, into);
  }
  const cup = { title: 'New cup', priceMinor: 1, categories: ['typo'] };
  const create = (as: CategoryAdmin) => call(createVendorProduct, { as, body: cup });
  const edit = (as: CategoryAdmin) =>
    call(editVendorProduct, {
      as,
      params: { id: as.ids['gift-card'] ?? '' },
      body: { categories: ['gifts', 'typo'] },
      method: 'PATCH',
    });

  it.each([
    ['created', create],
    ['edited', edit],
  ])('is named as unknown when a product is %s, and nothing is stored', async (_, ask) => {
    const ctx = await openCategories();
    const { id } = (await addCategory(ctx, { name: named('Typo') })).body.category;
    await deleteElsewhere(ctx, id);
    const before = await everyRow(ctx.data, Products);

    expect(await ask(ctx)).toMatchObject({ status: 400, body: { details: { categories: expect.any(String) } } });
    expect(await everyRow(ctx.data, Products)).toEqual(before);
  });

  it.each([
    ['created', create],
    ['edited', edit],
  ])('gives a product that is %s to the category that gets its products', async (_, ask) => {
    const ctx = await openCategories();
    const { id } = (await addCategory(ctx, { name: named('Typo') })).body.category;
    const gifts = await categoryIdOf(ctx, 'gifts');
    await deleteElsewhere(ctx, id, gifts);

    const { body } = await ask(ctx);

    expect((await ctx.data.need(Products, body.product.id)).data.categoryIds).toEqual([gifts]);
    expect(body.product.categories).toMatchObject([{ slug: 'gifts' }]);
  });
});

describe('the work after a change of a category', () => {
  it('moves products in slices of 100 and goes on where a killed process stopped', async () => {
    const ctx = await openCategories();
    const from = await createCategory(ctx, { name: named('Old') });
    const into = await createCategory(ctx, { name: named('New') });
    const ids = await createProducts(
      ctx,
      Array.from({ length: 230 }, (_, n) => ({ title: `Thing ${n}`, priceMinor: 100, categories: [from] })),
    );
    await ctx.drain();
    await removeCategory(ctx, from, { into });
    const left = async () =>
      (await ctx.data.getMany(Products, ids)).filter((row) => row?.data.categoryIds.includes(from)).length;

    // One slice commits, and its process is killed before it settles the effect.
    await emptyCategory(ctx, from);
    expect(await left()).toBe(130);
    // The slice may also run twice at once.
    await Promise.all([emptyCategory(ctx, from), emptyCategory(ctx, from)]);
    expect(await left()).toBeLessThanOrEqual(30);
    await settleCategories(ctx);

    expect(await left()).toBe(0);
    expect(await ctx.data.get(Categories, from)).toBeUndefined();
    expect((await categoriesOf(ctx)).find(({ id }) => id === into)?.products).toBe(230);
  });

  it('updates the index of a subtree in slices of 100, each of which may run again', async () => {
    const ctx = await openCategories();
    const top = await createCategory(ctx, { name: named('Top') });
    const below = await createCategory(ctx, { name: named('Below'), parentId: top });
    await createCategory(ctx, { name: named('Nothing'), parentId: top });
    const inputs = [top, below].flatMap((category) =>
      Array.from({ length: 130 }, (_, n) => ({
        title: `Thing ${category} ${n}`,
        priceMinor: 100,
        categories: [category],
      })),
    );
    await createProducts(ctx, inputs);
    await ctx.drain();
    await patchCategory(ctx, top, { name: named('Summit') });
    const walked = async () => (await everyEffect(ctx.data)).filter(({ data }) => data.topic === 'catalog.category');

    await ctx.drain();
    const slices = await walked();
    expect(slices.length).toBeGreaterThanOrEqual(4);
    const [first] = slices.filter(({ data }) => data.payload?.place === null);
    await indexSubtree(ctx, catalogCategoryTopic.payload.parse(first?.data.payload));
    await ctx.drain();

    expect(await walked()).toHaveLength(slices.length);
    ctx.clock.advance(11 * SECOND_MS);
    expect((await listProducts(ctx, { search: 'summit', limit: 1 })).total).toBe(260);
    expect((await listProducts(ctx, { search: 'top', limit: 1 })).total).toBe(0);
  });
});
