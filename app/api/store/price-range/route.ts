import { defineRoute } from '#lib/api/define-route.ts';
import { priceRangeOf, priceRangeTag } from '#lib/store/catalog/price-range.ts';
import { priceRange, priceRangeQuery } from '#lib/store/schemas/catalog.ts';

export const GET = defineRoute({
  summary: 'Get the lowest and highest price under the filters of the catalog',
  auth: 'public',
  query: priceRangeQuery,
  response: priceRange,
  etag: ({ ctx, query }) => priceRangeTag(ctx, query),
  handler: ({ ctx, query }) => priceRangeOf(ctx, query),
});
