import type { Context } from '#lib/context/context.ts';
import { conflict, invalid } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { Categories } from '#lib/store/collections.ts';
import { MAX_CATEGORY_DEPTH } from '#lib/store/limits.ts';
import { slugOf } from '#lib/store/products/slugs.ts';
import type { CategoryRef } from '#lib/store/schemas/catalog.ts';
import type { Category } from '#lib/store/schemas/category.ts';
import { buildTree, type CategoryNode, type CategoryTree } from './category-tree.ts';
import { categoriesByPosition, categoryWithSlug } from './queries.ts';

const KEPT_MS = 5 * SECOND_MS;
const MEMO = 'store.categories';

/** Returns all categories as one tree, at most a few seconds old. */
export const categoryTree = (ctx: Context): Promise<CategoryTree> =>
  ctx.memo.get(MEMO, KEPT_MS, async () => {
    const rows = [];
    for await (const page of pagesOf(ctx.data, (after) => categoriesByPosition(500, after))) rows.push(...page);
    return buildTree(rows);
  });

/** Returns the current tree, for callers that must not miss a category just created by another process. */
export function freshCategoryTree(ctx: Context): Promise<CategoryTree> {
  ctx.memo.forget(MEMO);
  return categoryTree(ctx);
}

/** Returns a visible category by its id or slug. */
export async function findCategory(ctx: Context, idOrSlug: string): Promise<CategoryNode | null> {
  const node = (await categoryTree(ctx)).find(idOrSlug);
  return node && !node.isHidden ? node : null;
}

/** Returns these categories as a page names them. Hidden and unknown ones are left out. */
export const categoryRefs = (tree: CategoryTree, ids: readonly string[], locale: Locale): CategoryRef[] =>
  ids.flatMap((id) => {
    const node = tree.byId.get(id);
    return node && !node.isHidden ? [toCategoryRef(node, locale)] : [];
  });

/** Returns the path from a root to a category, the category last, for breadcrumbs. */
export const categoryPath = (tree: CategoryTree, id: string, locale: Locale): CategoryRef[] =>
  categoryRefs(tree, tree.byId.get(id)?.path ?? [], locale);

export const toCategoryRef = ({ id, slug, name }: CategoryNode, locale: Locale): CategoryRef => ({
  id,
  slug,
  name: name[locale],
});

export type NewCategory = Pick<Category, 'name'> & {
  readonly id?: string;
  readonly slug?: string;
  readonly parentId?: string;
  readonly position?: number;
  readonly hidden?: boolean;
};

/** Creates a category under its parent. Its slug is unique, and a tree is at most four levels deep. */
export async function createCategory(ctx: Context, input: NewCategory): Promise<string> {
  const { id = newId('category'), slug = slugOf(input.name.en), parentId = null, position = 0, hidden = false } = input;
  const at = ctx.now().toISOString();

  await ctx.data.tx(
    async (t) => {
      const [parent, taken] = await Promise.all([
        parentId === null ? undefined : t.need(Categories, parentId),
        t.find(categoryWithSlug(slug)),
      ]);
      if (taken.rows.length > 0) throw conflict(`The slug ${slug} belongs to another category`, { code: 'SlugTaken' });
      const path = [...(parent?.data.path ?? []), id];
      if (path.length > MAX_CATEGORY_DEPTH)
        throw invalid(`Categories may be nested at most ${MAX_CATEGORY_DEPTH} levels deep`, {
          parentId: 'is nested too deep',
        });
      t.create(Categories, id, {
        slug,
        name: input.name,
        parentId,
        path,
        position,
        hidden,
        createdAt: at,
        updatedAt: at,
      });
    },
    { mayQuery: true },
  );
  ctx.memo.forget(MEMO);
  return id;
}
