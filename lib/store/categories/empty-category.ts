import type { Context } from '#lib/context/context.ts';
import { after, SECOND_MS } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { forgetCategories } from '#lib/store/catalog/categories.ts';
import { productsInCategory, slugsOfCategory } from '#lib/store/catalog/queries.ts';
import { catalogIndexManyTopic, INDEXED_AT_ONCE, promiseEmptying } from '#lib/store/catalog/topics.ts';
import { Categories, Products } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { writeRemoval } from './remove-category.ts';

/** Other processes know the tree of some seconds ago, and may put new products into the category so long. */
const SETTLED_MS = 10 * SECOND_MS;

/**
 * Moves one slice of products out of a category that is being deleted, and promises the next slice in the same commit.
 * Removes the category when none is left. Safe to interrupt and to run twice: each slice asks what is left.
 */
export async function emptyCategory(ctx: Context, categoryId: string): Promise<void> {
  const row = await ctx.data.get(Categories, categoryId);
  const into = row?.data.movedInto ?? null;
  if (!row || into === null) return;
  const { rows } = await ctx.data.find(productsInCategory(categoryId).limit(INDEXED_AT_ONCE));
  const now = ctx.now();
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    await ctx.data.tx((t) => moveSlice(t, ids, { categoryId, into, now }));
    return;
  }

  const settledAt = after(new Date(row.data.updatedAt), SETTLED_MS);
  if (now.toISOString() < settledAt) {
    await ctx.data.batch((write) => promiseEmptying(write, categoryId, { now, availableAt: settledAt }));
    return;
  }
  await ctx.data.tx((t) => removeEmpty(t, { categoryId, into, now }), { mayQuery: true });
  forgetCategories(ctx);
}

type Emptying = { readonly categoryId: string; readonly into: string; readonly now: Date };

async function moveSlice(t: Tx, ids: readonly string[], { categoryId, into, now }: Emptying): Promise<void> {
  const found = await t.getMany(Products, ids);
  const products = found.filter((row): row is Row<Product> => row?.data.categoryIds.includes(categoryId) ?? false);
  for (const { id, data } of products) {
    const categoryIds = [...new Set(data.categoryIds.map((own) => (own === categoryId ? into : own)))];
    t.update(Products, id, { categoryIds, version: data.version + 1, updatedAt: now.toISOString() });
  }
  if (products.length > 0) enqueue(t, catalogIndexManyTopic, { productIds: products.map(({ id }) => id) }, { now });
  promiseEmptying(t, categoryId, { now });
}

async function removeEmpty(t: Tx, { categoryId, into, now }: Emptying): Promise<void> {
  const [row, left, slugs] = await Promise.all([
    t.get(Categories, categoryId),
    t.find(productsInCategory(categoryId).limit(1)),
    t.find(slugsOfCategory(categoryId)),
  ]);
  if (!row) return;
  if (left.rows.length > 0) promiseEmptying(t, categoryId, { now });
  else writeRemoval(t, categoryId, slugs.rows, into);
}
