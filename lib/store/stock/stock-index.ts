import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { CATALOG, shownAvailable, stockFacet } from '#lib/store/catalog/catalog-entry.ts';
import { levelsChangedLast } from '#lib/store/catalog/queries.ts';
import { shardsChangedLast } from '#lib/store/queries.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, isSharded } from './counters.ts';
import { findStock } from './totals.ts';

const PAGE = 500;
/**
 * The number of levels that a process reads after it has missed changes: more than any shop changes during a restart.
 */
const LOOKED_BACK = 5_000;

/** A changed product: its new level, or null when only the change of a shard is known. */
export type StockSeen = { readonly id: string; readonly data: StockLevel | null };

/** Updates the available units in the catalog entries and nothing else. Products that are not listed are skipped. */
export async function indexStock({ search, data }: Context, seen: readonly StockSeen[]): Promise<void> {
  // The level of an unsharded product holds its whole stock. For any other product the sum is read now.
  const sharded = seen.filter(({ data: level }) => !level || isSharded(level)).map(({ id }) => id);
  const sums = sharded.length > 0 ? await findStock(data, sharded) : [];
  const available = [
    ...seen.flatMap(({ id, data: level }) => (level && !isSharded(level) ? [{ id, units: availableOf(level) }] : [])),
    ...sharded.map((id, i) => ({ id, units: sums[i]?.available ?? 0 })),
  ];
  await search.patch(
    CATALOG,
    available.map(({ id, units }) => {
      const shown = shownAvailable(units);
      return { id, facets: { 'stock:': [stockFacet(shown > 0)] }, fields: { available: shown } };
    }),
  );
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
