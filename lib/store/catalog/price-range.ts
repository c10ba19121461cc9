import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { PriceRange, PriceRangeQuery } from '#lib/store/schemas/catalog.ts';
import { countPrices } from './facets.ts';
import { resolveFilter } from './query.ts';

/** Returns the lowest and the highest price under the filters of the catalog, for a price filter. */
export async function priceRangeOf(ctx: Context, query: PriceRangeQuery): Promise<PriceRange> {
  const filter = await resolveFilter(ctx, query);
  const { count, min, max } = await countPrices(ctx, filter);
  return { min, max, currency: filter.currency, count };
}

/** Returns a tag that changes whenever the result of `priceRangeOf` for this query does. */
export async function priceRangeTag(ctx: Context, query: PriceRangeQuery): Promise<string> {
  const filter = await resolveFilter(ctx, query);
  const { stamp } = await countPrices(ctx, filter);
  return hashOf(stamp, JSON.stringify(filter)).slice(0, 27);
}
