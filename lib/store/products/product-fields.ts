import type { Context } from '#lib/context/context.ts';
import { categoryTree, freshCategoryTree } from '#lib/store/catalog/categories.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { canBeDelivered } from './listing.ts';
import { flawsOf } from './product-draft.ts';

export type Flaws = Readonly<Record<string, string>>;

/** Returns the category tree, read again when it does not know one of these names yet. */
export async function treeKnowing(ctx: Context, categories: readonly string[]): Promise<CategoryTree> {
  const tree = await categoryTree(ctx);
  return categories.every((name) => tree.find(name)) ? tree : freshCategoryTree(ctx);
}

/** Resolves ids and slugs of categories. Each must exist and be named once. */
export function resolveCategories(tree: CategoryTree, categories: readonly string[]): { ids: string[]; flaws: Flaws } {
  const found = categories.map((name) => tree.find(name)?.id);
  const ids = found.filter((id) => id !== undefined);
  const unknown = categories.find((_, at) => found[at] === undefined);
  if (unknown !== undefined) return { ids, flaws: { categories: `contains ${unknown}, which does not exist` } };
  const isRepeated = new Set(ids).size < ids.length;
  return { ids, flaws: isRepeated ? { categories: 'names a category twice' } : {} };
}

/** Returns everything that is wrong with a product as it would be stored, by field. */
export const flawsToStore = (product: Product, env: Context['env']): Flaws => ({
  ...flawsOf(product, env),
  ...(product.status === 'published' &&
    !canBeDelivered(product) && { files: 'must have a file before a digital product is published' }),
});
