import type { Context } from '#lib/core/context.ts';
import type { Row } from '#lib/data/store.ts';
import { CATALOG, shownAvailable, stockFacet } from './catalog-entry.ts';
import { levelsChangedLast } from './catalog-queries.ts';
import type { StockLevel } from './schemas/stock.ts';
import { availableOf } from './stock-room.ts';

const PAGE = 500;
/** How far back a process that has missed something looks: more than any shop changes while one restarts. */
const LOOKED_BACK = 5_000;

/** Shows new stock figures without touching anything else of the entries; products that are not listed are passed over. */
export const indexStock = ({ search }: Context, levels: readonly Pick<Row<StockLevel>, 'id' | 'data'>[]) =>
  search.patch(
    CATALOG,
    levels.map(({ id, data }) => {
      const available = shownAvailable(availableOf(data));
      return { id, facets: { 'stock:': [stockFacet(available > 0)] }, fields: { available } };
    }),
  );

/** As `indexStock` for the levels that changed last, for a process that cannot know which it has missed. */
export async function indexChangedStock(ctx: Context): Promise<void> {
  let after: string | undefined;
  for (let seen = 0; seen < LOOKED_BACK; seen += PAGE) {
    const page = await ctx.data.find(levelsChangedLast(PAGE, after));
    await indexStock(ctx, page.rows);
    if (page.next === null) return;
    after = page.next;
  }
}
