import { auditRow } from '#lib/audit/audit.ts';
import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { assertRoom, assertSlugFree, pathUnder, placeAmong, readTree } from '#lib/store/categories/tree-rows.ts';
import { Categories, CategorySlugs } from '#lib/store/collections.ts';
import { slugOf } from '#lib/store/products/slugs.ts';
import type { CategoryRef } from '#lib/store/schemas/catalog.ts';
import { type Category, slugText } from '#lib/store/schemas/category.ts';
import { buildTree, type CategoryNode, type CategoryTree } from './category-tree.ts';

const KEPT_MS = 5 * SECOND_MS;
const MEMO = 'store.categories';

/** Returns all categories as one tree, at most a few seconds old. */
export const categoryTree = (ctx: Context): Promise<CategoryTree> =>
  ctx.memo.get(MEMO, KEPT_MS, async () => buildTree(await readTree(ctx.data)));

/** Returns the current tree, for callers that must not miss a category just created by another process. */
export function freshCategoryTree(ctx: Context): Promise<CategoryTree> {
  forgetCategories(ctx);
  return categoryTree(ctx);
}

/** Drops the tree of this process after a change. */
export const forgetCategories = (ctx: Context): void => ctx.memo.forget(MEMO);

/** Returns a visible category by its id, its slug or a former slug. */
export async function findCategory(ctx: Context, idOrSlug: string): Promise<CategoryNode | null> {
  const tree = await categoryTree(ctx);
  const node = tree.find(idOrSlug) ?? (await findByClaim(ctx, tree, idOrSlug));
  return node && !node.isHidden ? node : null;
}

async function findByClaim({ data }: Context, tree: CategoryTree, slug: string): Promise<CategoryNode | null> {
  if (!slugText.safeParse(slug).success) return null;
  const claim = await data.get(CategorySlugs, slug);
  return claim ? tree.find(claim.data.categoryId) : null;
}

/** Returns the names of categories in an address as they are today, in the same order. Unknown names stay. */
export const currentNames = (ctx: Context, names: readonly string[]): Promise<string[]> =>
  Promise.all(
    names.map(async (name) => {
      const node = await findCategory(ctx, name);
      return !node || node.id === name ? name : node.slug;
    }),
  );

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

/** Returns the visible top-level categories in their order. */
export async function visibleShelves(ctx: Context): Promise<readonly CategoryRef[]> {
  const { inOrder } = await categoryTree(ctx);
  return inOrder
    .filter(({ parentId, isHidden }) => parentId === null && !isHidden)
    .map((category) => toCategoryRef(category, ctx.locale));
}

export type NewCategory = Pick<Category, 'name'> & {
  readonly id?: string;
  readonly slug?: string | undefined;
  readonly parentId?: string | null | undefined;
  readonly position?: number | undefined;
  readonly hidden?: boolean | undefined;
};

/**
 * Creates a category, by default the last of its siblings. No other category has or had its slug, a tree is at most
 * four levels deep, and there are at most 2,000 categories.
 */
export async function createCategory(ctx: Context, input: NewCategory): Promise<string> {
  const { id = newId('category'), name, slug = slugOf(name.en), parentId = null, hidden = false } = input;
  const now = ctx.now();
  const at = now.toISOString();

  await ctx.data.tx(
    async (t) => {
      const rows = await readTree(t);
      await assertSlugFree(t, rows, { slug, categoryId: id });
      assertRoom(rows);
      const path = pathUnder(rows, { id, parentId, height: 1 });
      const siblings = rows.filter(({ data }) => data.parentId === parentId);
      const { position, shifted } = placeAmong(siblings, input.position);

      for (const [sibling, place] of shifted) t.update(Categories, sibling, { position: place });
      const state = { movedInto: null, version: 1, createdAt: at, updatedAt: at };
      t.create(Categories, id, { slug, name, parentId, path, position, hidden, ...state });
      t.create(CategorySlugs, slug, { categoryId: id });
      const after = { slug, parentId, position, hidden };
      auditRow(t, ctx, { action: 'category.created', targetType: 'category', targetId: id, after, now });
    },
    { mayQuery: true },
  );
  forgetCategories(ctx);
  return id;
}
