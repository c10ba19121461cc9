import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { indexProducts } from '#lib/store/catalog/catalog-index.ts';
import { freshCategoryTree } from '#lib/store/catalog/categories.ts';
import { productsInCategory } from '#lib/store/catalog/queries.ts';
import { catalogCategoryTopic, INDEXED_AT_ONCE } from '#lib/store/catalog/topics.ts';

type Place = { readonly categoryId: string; readonly after: string | null };
type Walk = { readonly categoryId: string; readonly change: string; readonly place: Place | null };

/**
 * Updates the index for one slice of the products of a category and of all below it, and promises the next slice. A
 * slice that runs again promises the same one.
 */
export async function indexSubtree(ctx: Context, { categoryId, change, place }: Walk): Promise<void> {
  const { inOrder } = await freshCategoryTree(ctx);
  // A walk in the order of ids keeps its place while categories move.
  const ids = inOrder.flatMap(({ id, path }) => (path.includes(categoryId) ? [id] : [])).sort();
  const next = await indexSlice(ctx, ids, place);
  if (next === null) return;
  const key = JSON.stringify([change, next.categoryId, next.after]);
  try {
    await ctx.data.batch((write) =>
      enqueue(write, catalogCategoryTopic, { categoryId, change, place: next }, { now: ctx.now(), key }),
    );
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}

/** Indexes the first slice that has products, from a place on. Returns where the next one begins. */
async function indexSlice(ctx: Context, ids: readonly string[], place: Place | null): Promise<Place | null> {
  const left = ids.filter((id) => place === null || id >= place.categoryId);
  for (const [at, id] of left.entries()) {
    const after = id === place?.categoryId ? (place.after ?? undefined) : undefined;
    const { rows, next } = await ctx.data.find(productsInCategory(id).limit(INDEXED_AT_ONCE).after(after));
    if (rows.length === 0) continue;
    await indexProducts(
      ctx,
      rows.map((row) => row.id),
    );
    if (next !== null) return { categoryId: id, after: next };
    const following = left[at + 1];
    return following === undefined ? null : { categoryId: following, after: null };
  }
  return null;
}
