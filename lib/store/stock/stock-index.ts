import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { CATALOG, shownAvailable, stockFacet } from '#lib/store/catalog/catalog-entry.ts';
import { familiesShowingOther, indexFamilies } from '#lib/store/catalog/family-index.ts';
import { levelsChangedLast } from '#lib/store/catalog/queries.ts';
import { OWN_PRODUCTS, stockPatch } from '#lib/store/products/own-products-index.ts';
import { shardsChangedLast } from '#lib/store/queries.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { settleBackInStock } from '#lib/store/watches/back-in-stock.ts';
import { isBackUnsettled } from '#lib/store/watches/is-back.ts';
import { availableOf, isSharded } from './counters.ts';
import { isLowUnsettled } from './is-low.ts';
import { settleLowStock } from './low-stock.ts';
import { findStock } from './totals.ts';

const PAGE = 500;
/**
 * The number of levels that a process reads after it has missed changes: more than any shop changes during a restart.
 */
const LOOKED_BACK = 5_000;

/** A changed product: its new level, or null when only the change of a shard is known. */
export type StockSeen = { readonly id: string; readonly data: StockLevel | null };

/**
 * Updates the units in the entries of the catalog and of the vendors' own lists, the families of these products, and notifies vendors whose products
 * run low. Products without an entry are skipped.
 */
export async function indexStock(ctx: Context, seen: readonly StockSeen[]): Promise<void> {
  const { search, data } = ctx;
  // The level of an unsharded product holds its whole stock. For any other product the sum is read now.
  const sharded = seen.filter(({ data: level }) => !level || isSharded(level)).map(({ id }) => id);
  const sums = sharded.length > 0 ? await findStock(data, sharded) : [];
  const stocks = [
    ...seen.flatMap(({ id, data: level }) =>
      level && !isSharded(level) ? [{ ...level, id, available: availableOf(level) }] : [],
    ),
    ...sharded.map((id, i) => ({
      ...(sums[i] ?? { available: 0, lowAt: null, lowNotifiedAt: null, backNotice: null }),
      id,
    })),
  ];
  const families = await familiesShowingOther(
    ctx,
    stocks.map(({ id, available }) => ({ id, available: shownAvailable(available) })),
  );
  await search.patch(
    CATALOG,
    stocks.map(({ id, available }) => {
      const shown = shownAvailable(available);
      return { id, facets: { 'stock:': [stockFacet(shown > 0)] }, fields: { available: shown } };
    }),
  );
  await search.patch(
    OWN_PRODUCTS,
    stocks.map((stock) => stockPatch(stock.id, stock)),
  );
  await indexFamilies(ctx, families);
  for (const { id } of stocks.filter(isLowUnsettled)) await settleLowStock(ctx, id);
  for (const { id } of stocks.filter(isBackUnsettled)) await settleBackInStock(ctx, id);
}

/** Like `indexStock`, for the stock that changed last, for a process that cannot know which changes it missed. */
export async function indexChangedStock(ctx: Context): Promise<void> {
  let after: string | undefined;
  for (let seen = 0; seen < LOOKED_BACK; seen += PAGE) {
    const page = await ctx.data.find(levelsChangedLast(PAGE, after));
    await indexStock(ctx, page.rows);
    if (page.next === null) break;
    after = page.next;
  }
  const shards = await ctx.data.find(shardsChangedLast(PAGE));
  await indexStock(ctx, ofShards(shards.rows));
}

/** Returns the products of changed shards, each once. */
export const ofShards = (rows: readonly Pick<Row<{ readonly productId: string }>, 'data'>[]): StockSeen[] =>
  [...new Set(rows.map(({ data }) => data.productId))].map((id) => ({ id, data: null }));
