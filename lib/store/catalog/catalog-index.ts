import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader } from '#lib/data/store.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { isListed } from '#lib/store/products/listing.ts';
import { indexOwnProducts } from '#lib/store/products/own-products-index.ts';
import { isLowUnsettled } from '#lib/store/stock/is-low.ts';
import { settleLowStock } from '#lib/store/stock/low-stock.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { CATALOG, entryOf } from './catalog-entry.ts';
import { categoryTree, freshCategoryTree } from './categories.ts';
import { productsNewestFirst } from './queries.ts';
import { INDEXED_AT_ONCE } from './topics.ts';

/** Increased when entries are built in another way. The next start then rebuilds the index. */
const ENTRY_VERSION = 2;

/** Returns the version that a usable index must have: the shape of its entries and the conversion of its prices. */
export const catalogVersion = ({ env }: Pick<Context, 'env'>): string =>
  `${ENTRY_VERSION}.${hashOf(JSON.stringify([env.STORE_FX_RATES, env.STORE_PRICE_ROUNDING])).slice(0, 10)}`;

/**
 * Updates the entries of these products in the catalog and in their vendors' own lists, and notifies vendors whose
 * products run low. Running it again is safe, also for products that never existed.
 */
export async function indexProducts(ctx: Context, productIds: readonly string[]): Promise<void> {
  await indexListed(ctx, productIds);
  await indexOwnProducts(ctx, productIds);
  // Where a process watches the levels, it has done this already.
  const stocks = await findStock(ctx.data, productIds);
  for (const [at, id] of productIds.entries()) {
    const stock = stocks[at];
    if (stock && isLowUnsettled(stock)) await settleLowStock(ctx, id);
  }
}

/**
 * Updates the catalog's entries of these products from the store: listed products are put, all others are removed.
 * Running it again is safe. Of two concurrent runs the later read wins.
 */
export async function indexListed(ctx: Context, productIds: readonly string[]): Promise<void> {
  const sources = await readSources(ctx.data, productIds);
  const listed = sources.filter(({ product, vendor }) => product && isListed(product.data, vendor?.data, ctx.env));
  const tree = await treeWith(
    ctx,
    listed.flatMap(({ product }) => product?.data.categoryIds ?? []),
  );

  const entries = listed.flatMap(({ id, product, vendor, stock }) => {
    if (!product || !vendor) return [];
    const available = stock?.available ?? 0;
    return entryOf({ id, product: product.data, vendorName: vendor.data.name, available }, tree, ctx.env);
  });
  const put = new Set(entries.map(({ id }) => id));
  await ctx.search.put(CATALOG, entries);
  await ctx.search.remove(
    CATALOG,
    productIds.filter((id) => !put.has(id)),
  );

  // A product that changed after it was read is found here and indexed again.
  const now = await readSources(ctx.data, productIds);
  const changed = productIds.filter((_, i) => now[i]?.stamp !== sources[i]?.stamp);
  if (changed.length > 0) await indexListed(ctx, changed);
}

/** Reads everything an entry is built from. The stamp changes with any part of it. */
async function readSources(data: Reader, productIds: readonly string[]) {
  const [products, stocks] = await Promise.all([data.getMany(Products, productIds), findStock(data, productIds)]);
  const vendorIds = [...new Set(products.flatMap((row) => row?.data.vendorId ?? []))];
  const vendors = new Map((await data.getMany(Vendors, vendorIds)).map((row) => [row?.id, row]));
  return productIds.map((id, i) => {
    const [product, stock] = [products[i], stocks[i]];
    const vendor = product && vendors.get(product.data.vendorId);
    return { id, product, stock, vendor, stamp: [product, stock, vendor].map((row) => row?.version).join() };
  });
}

/** Returns the category tree. Reads it again when it does not contain one of these categories yet. */
async function treeWith(ctx: Context, categoryIds: readonly string[]) {
  const tree = await categoryTree(ctx);
  return categoryIds.every((id) => tree.byId.has(id)) ? tree : freshCategoryTree(ctx);
}

/** Runs `indexListed` for all products of a vendor, a hundred at a time. */
export async function indexVendor(ctx: Context, vendorId: string): Promise<void> {
  const pages = pagesOf(ctx.data, (after) => productsNewestFirst({ vendorId }, INDEXED_AT_ONCE, after));
  for await (const rows of pages) {
    await indexListed(
      ctx,
      rows.map(({ id }) => id),
    );
  }
}
