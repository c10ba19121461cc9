import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { forgetCategories } from '#lib/store/catalog/categories.ts';
import { productsInCategory, slugsOfCategory } from '#lib/store/catalog/queries.ts';
import { promiseEmptying } from '#lib/store/catalog/topics.ts';
import { Categories } from '#lib/store/collections.ts';
import type { Category } from '#lib/store/schemas/category.ts';
import { writeRemoval } from './remove-category.ts';
import { readTree } from './tree-rows.ts';

type CategoryRow = Row<Category>;

/**
 * Deletes a category without children. Its products, drafts included, move into another category: the category is
 * hidden at once and gone when none is left. Returns how many products move. Throws Conflict for a category with
 * children, or with products and no other category.
 */
export async function deleteCategory(ctx: UserContext, id: string, into?: string): Promise<number> {
  const now = ctx.now();
  const products = await ctx.data.count(productsInCategory(id));
  const moving = await ctx.data.tx(
    async (t) => {
      const rows = await readTree(t);
      const row = rows.find((known) => known.id === id);
      if (!row) throw notFound(Categories.label, id);
      if (row.data.movedInto !== null && (into ?? row.data.movedInto) === row.data.movedInto) return products;
      if (into !== undefined) assertTarget(rows, id, into);
      const [{ rows: some }, slugs] = await Promise.all([
        t.find(productsInCategory(id).limit(1)),
        t.find(slugsOfCategory(id)),
      ]);
      assertDeletable(rows, row, { isEmpty: some.length === 0, products, into });

      if (into === undefined) writeRemoval(t, id, slugs.rows, null);
      else {
        const { version } = row.data;
        t.update(Categories, id, { hidden: true, movedInto: into, version: version + 1, updatedAt: now.toISOString() });
        promiseEmptying(t, id, { now });
      }
      auditRow(t, ctx, {
        action: 'category.deleted',
        targetType: 'category',
        targetId: id,
        before: { slug: row.data.slug, parentId: row.data.parentId },
        after: into === undefined ? null : { into, products },
        now,
      });
      return products;
    },
    { mayQuery: true },
  );
  forgetCategories(ctx);
  return moving;
}

function assertTarget(rows: readonly CategoryRow[], id: string, into: string): void {
  const target = rows.find((row) => row.id === into);
  const why = target === undefined ? 'is not a category' : target.data.movedInto === null ? null : 'is being deleted';
  if (into === id) throw wrongTarget('is the category itself');
  if (why !== null) throw wrongTarget(why);
}

const wrongTarget = (why: string) => invalid('The products cannot be moved there', { into: why });

type Contents = { readonly isEmpty: boolean; readonly products: number; readonly into: string | undefined };

function assertDeletable(rows: readonly CategoryRow[], { id, data }: CategoryRow, contents: Contents): void {
  const { isEmpty, products, into } = contents;
  if (data.movedInto !== null) throw conflict('This category is being deleted', { code: 'CategoryBeingDeleted' });
  const children = rows.filter((row) => row.data.parentId === id).length;
  const isTarget = rows.some((row) => row.data.movedInto === id);
  if (children > 0 || isTarget || (!isEmpty && into === undefined))
    throw conflict('The category is not empty', {
      code: 'CategoryNotEmpty',
      // The count is from before the transaction.
      details: { children: String(children), products: String(isEmpty ? 0 : Math.max(1, products)) },
    });
}
