import { invalid } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { Categories } from '#lib/store/collections.ts';

/**
 * Returns these categories as they are in this transaction, because the tree that resolved them is some seconds old: one
 * that is being deleted leads to the category that gets its products. Throws for one that is gone. Deleting one of them
 * at the same time runs before or after, and then finds the product.
 */
export async function currentCategories(t: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await t.getMany(Categories, ids);
  const current = ids.map((id, at) => {
    const row = rows[at];
    if (row) return row.data.movedInto ?? id;
    throw invalid('The product is not valid', { categories: `contains ${id}, which does not exist` });
  });
  return [...new Set(current)];
}
