import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { CATALOG, categoryFacet, listFacet } from '#lib/store/catalog/catalog-entry.ts';
import { buildTree } from '#lib/store/catalog/category-tree.ts';
import { Categories } from '#lib/store/collections.ts';
import type { AdminCategory, Category } from '#lib/store/schemas/category.ts';
import { readTree } from './tree-rows.ts';

type Counts = Readonly<Record<string, number>>;

/** Returns all categories in tree order, each with its number of listed products. */
export async function listCategories(ctx: Context): Promise<AdminCategory[]> {
  const [rows, counts] = await Promise.all([readTree(ctx.data), countListed(ctx)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return buildTree(rows).inOrder.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [toAdminCategory(row, counts)] : [];
  });
}

/** Returns one category as the list shows it. Throws NotFound when there is none of this id. */
export async function getCategory(ctx: Context, id: string): Promise<AdminCategory> {
  const [row, counts] = await Promise.all([ctx.data.need(Categories, id), countListed(ctx)]);
  return toAdminCategory(row, counts);
}

/** Counts the listed products of each category. The index files a product under its categories and all above them. */
async function countListed({ search }: Context): Promise<Counts> {
  const filter = { facets: [[listFacet('product')]] };
  return (await search.facets(CATALOG, filter, { prefixes: ['category:'], ranges: [] })).counts;
}

function toAdminCategory({ id, data: { path, ...category } }: Row<Category>, counts: Counts): AdminCategory {
  return { ...category, id, depth: path.length, products: counts[categoryFacet(id)] ?? 0 };
}
