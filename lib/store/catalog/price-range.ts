import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { PriceRange, PriceRangeQuery } from '#lib/store/schemas/catalog.ts';
import { countPrices } from './facets.ts';
import { resolveFilter } from './query.ts';

/** The least and the greatest price under the filters of the catalog, as a price filter would show them. */
export async function priceRangeOf(ctx: Context, query: PriceRangeQuery): Promise<PriceRange> {
  const filter = await resolveFilter(ctx, query);
  const { count, min, max } = await countPrices(ctx, filter);
  return { min, max, currency: filter.currency, count };
}

/** Changes whenever the answer of `priceRangeOf` to this query would. */
export async function priceRangeTag(ctx: Context, query: PriceRangeQuery): Promise<string> {
  const filter = await resolveFilter(ctx, query);
  const { stamp } = await countPrices(ctx, filter);
  return hashOf(stamp, JSON.stringify(filter)).slice(0, 27);
}
