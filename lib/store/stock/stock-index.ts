import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { CATALOG, shownAvailable, stockFacet } from '#lib/store/catalog/entry.ts';
import { levelsChangedLast } from '#lib/store/catalog/queries.ts';
import { shardsChangedLast } from '#lib/store/queries.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { availableOf, isSharded } from './bins.ts';
import { findStock } from './figures.ts';

const PAGE = 500;
/** How far back a process that has missed something looks: more than any shop changes while one restarts. */
const LOOKED_BACK = 5_000;

/** What is known to have changed of a product: its level, or only that one of its shards has. */
export type StockSeen = { readonly id: string; readonly data: StockLevel | null };

/** Shows new stock figures without touching anything else of the entries; products that are not listed are passed over. */
export async function indexStock({ search, data }: Context, seen: readonly StockSeen[]): Promise<void> {
  // A level that is not sharded says it all; any other figure is a sum, read now.
  const sharded = seen.filter(({ data: level }) => !level || isSharded(level)).map(({ id }) => id);
  const sums = sharded.length > 0 ? await findStock(data, sharded) : [];
  const figures = [
    ...seen.flatMap(({ id, data: level }) => (level && !isSharded(level) ? [{ id, units: availableOf(level) }] : [])),
    ...sharded.map((id, i) => ({ id, units: sums[i]?.available ?? 0 })),
  ];
  await search.patch(
    CATALOG,
    figures.map(({ id, units }) => {
      const available = shownAvailable(units);
      return { id, facets: { 'stock:': [stockFacet(available > 0)] }, fields: { available } };
    }),
  );
}

/** As `indexStock` for the stock that changed last, for a process that cannot know which it has missed. */
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

/** The products of changed shards, each once. */
export const ofShards = (rows: readonly Pick<Row<{ readonly productId: string }>, 'data'>[]): StockSeen[] =>
  [...new Set(rows.map(({ data }) => data.productId))].map((id) => ({ id, data: null }));
