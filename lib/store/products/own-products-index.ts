import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Row } from '#lib/data/store.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import type { SearchChange, SearchEntry } from '#lib/search/search-index.ts';
import { indexTokens } from '#lib/search/terms.ts';
import { categoryFacet, nameOrder, vendorFacet } from '#lib/store/catalog/catalog-entry.ts';
import { categoryTree } from '#lib/store/catalog/categories.ts';
import type { CategoryTree } from '#lib/store/catalog/category-tree.ts';
import { overProducts } from '#lib/store/catalog/over-products.ts';
import { INDEXED_AT_ONCE } from '#lib/store/catalog/topics.ts';
import { Products } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import { isLow } from '#lib/store/stock/is-low.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { MAIN_CURRENCY, priceIn } from './currencies.ts';
import { allTexts } from './product-texts.ts';

/** The index of all products of all vendors, drafts included, in which a vendor searches the own ones. */
export const OWN_PRODUCTS = 'own_products';
/** Increased when entries are built in another way. The next start then rebuilds the index. */
const ENTRY_VERSION = 1;

export const statusFacet = (status: Product['status']): string => `status:${status}`;
export const familyFacet = (familyId: string): string => `family:${familyId}`;
export const LOW_FACET = 'low:yes';

/** The stock by which the list is filtered and sorted. */
export type IndexedStock = { readonly available: number; readonly lowAt: number | null };

const lowFacets = (stock: IndexedStock): string[] => (isLow(stock) ? [LOW_FACET] : []);

function entryOf(
  { id, data: product }: Row<Product>,
  stock: IndexedStock,
  tree: CategoryTree,
  env: Context['env'],
): SearchEntry {
  const { titles } = allTexts(product);
  const path = product.categoryIds.flatMap((categoryId) => tree.byId.get(categoryId)?.path ?? [categoryId]);
  return {
    id,
    terms: [
      { weight: 'A', tokens: indexTokens(...titles, product.sku ?? '') },
      { weight: 'B', tokens: indexTokens(...product.attributes.map(({ value }) => value)) },
    ],
    words: [],
    facets: [
      vendorFacet(product.vendorId),
      statusFacet(product.status),
      ...[...new Set(path)].map(categoryFacet),
      ...(product.familyId === null ? [] : [familyFacet(product.familyId)]),
      ...lowFacets(stock),
    ],
    fields: {
      updated: Date.parse(product.updatedAt),
      title: nameOrder(product.title),
      stock: stock.available,
      price: priceIn(product, MAIN_CURRENCY, env),
    },
    card: '',
  };
}

/** Updates the entries of these products from the store. Running it again is safe, also for deleted products. */
export async function indexOwnProducts(ctx: Context, productIds: readonly string[]): Promise<void> {
  const [rows, stocks, tree] = await Promise.all([
    ctx.data.getMany(Products, productIds),
    findStock(ctx.data, productIds),
    categoryTree(ctx),
  ]);
  const entries = rows.flatMap((row, at) => {
    const stock = stocks[at] ?? { available: 0, lowAt: null };
    return row ? [entryOf(row, stock, tree, ctx.env)] : [];
  });
  await ctx.search.put(OWN_PRODUCTS, entries);
  await ctx.search.remove(
    OWN_PRODUCTS,
    productIds.filter((_, at) => rows[at] === undefined),
  );
  const now = await ctx.data.getMany(Products, productIds);
  const changed = productIds.filter((_, at) => now[at]?.version !== rows[at]?.version);
  if (changed.length > 0) await indexOwnProducts(ctx, changed);
}

/** Returns the change of an entry by a change of stock. */
export const stockPatch = (id: string, stock: IndexedStock): SearchChange => ({
  id,
  facets: { 'low:': lowFacets(stock) },
  fields: { stock: stock.available },
});

export const ownProductsIndex: Rebuildable = {
  ...overProducts,
  index: OWN_PRODUCTS,
  atOnce: INDEXED_AT_ONCE,
  version: ({ env }) => `${ENTRY_VERSION}.${hashOf(JSON.stringify(env.STORE_FX_RATES)).slice(0, 10)}`,
  refresh: indexOwnProducts,
};
