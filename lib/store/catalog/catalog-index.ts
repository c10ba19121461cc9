import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { indexOwnProducts } from '#lib/store/products/own-products-index.ts';
import { isLowUnsettled } from '#lib/store/stock/is-low.ts';
import { settleLowStock } from '#lib/store/stock/low-stock.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { settleBackInStock } from '#lib/store/watches/back-in-stock.ts';
import { isBackUnsettled } from '#lib/store/watches/is-back.ts';
import { CATALOG, entryOf } from './catalog-entry.ts';
import { indexFamilies, promiseFamilies } from './family-index.ts';
import { listedAmong, readSources, treeFor } from './index-sources.ts';
import { productsNewestFirst } from './queries.ts';
import { INDEXED_AT_ONCE } from './topics.ts';

/** Increased when entries are built in another way. The next start then rebuilds the index before it is ready. */
const ENTRY_VERSION = 4;

/** Returns the version that a usable index must have: the shape of its entries and the conversion of its prices. */
export const catalogVersion = ({ env }: Pick<Context, 'env'>): string =>
  `${ENTRY_VERSION}.${hashOf(JSON.stringify([env.STORE_FX_RATES, env.STORE_PRICE_ROUNDING])).slice(0, 10)}`;

/** Returns whether lists can be read from an index of this version while it is rebuilt. */
export const isCatalogUsable = (version: string): boolean => version.split('.')[0] === String(ENTRY_VERSION);

/**
 * Updates the entries of these products in the catalog and in their vendors' own lists, and notifies vendors whose
 * products run low. Running it again is safe, also for products that never existed.
 */
export async function indexProducts(ctx: Context, productIds: readonly string[]): Promise<void> {
  await promiseFamilies(ctx, await putListed(ctx, productIds));
  await indexOwnProducts(ctx, productIds);
  await settleStock(ctx, productIds);
}

/**
 * Notifies a vendor whose product runs low, and those who wait for a product that is back. Where a process watches the
 * levels, it has done this already, unless the product was not listed then.
 */
async function settleStock(ctx: Context, productIds: readonly string[]): Promise<void> {
  const stocks = await findStock(ctx.data, productIds);
  for (const [at, id] of productIds.entries()) {
    const stock = stocks[at];
    if (stock && isLowUnsettled(stock)) await settleLowStock(ctx, id);
    if (stock && isBackUnsettled(stock)) await settleBackInStock(ctx, id);
  }
}

/**
 * Updates the catalog's entries of these products and of their families from the store. Running it again is safe.
 */
export async function indexListed(ctx: Context, productIds: readonly string[]): Promise<void> {
  await indexFamilies(ctx, await putListed(ctx, productIds));
}

/**
 * Puts the entries of listed products and removes all others. Of two concurrent runs the later read wins. Returns the
 * families of the products.
 */
async function putListed(ctx: Context, productIds: readonly string[]): Promise<ReadonlySet<string>> {
  const sources = await readSources(ctx.data, productIds);
  const listed = listedAmong(sources, ctx.env);
  const tree = await treeFor(ctx, listed);
  const put = new Set(listed.map(({ id }) => id));
  await ctx.search.put(
    CATALOG,
    listed.map((item) => entryOf(item, tree, ctx.env)),
  );
  await ctx.search.remove(
    CATALOG,
    productIds.filter((id) => !put.has(id)),
  );

  // A product that changed after it was read is found here and indexed again.
  const now = await readSources(ctx.data, productIds);
  const changed = productIds.filter((_, i) => now[i]?.stamp !== sources[i]?.stamp);
  const families = new Set(sources.flatMap(({ product }) => product?.data.familyId ?? []));
  return changed.length === 0 ? families : new Set([...families, ...(await putListed(ctx, changed))]);
}

/** Runs `indexListed` for all products of a vendor, a hundred at a time. */
export async function indexVendor(ctx: Context, vendorId: string): Promise<void> {
  const pages = pagesOf(ctx.data, (after) => productsNewestFirst({ vendorId }, INDEXED_AT_ONCE, after));
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id);
    await indexListed(ctx, ids);
    await settleStock(ctx, ids);
  }
}
