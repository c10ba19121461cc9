import { defineRoute } from '#lib/api/define-route.ts';
import { catalogTag, listProducts } from '#lib/store/catalog/catalog.ts';
import { catalogPage, catalogQuery } from '#lib/store/schemas/catalog.ts';

export const GET = defineRoute({
  summary: 'Search, filter and sort the public catalog',
  auth: 'optional',
  query: catalogQuery,
  response: catalogPage,
  etag: ({ ctx, query }) => catalogTag(ctx, query),
  vary: 'accept-language, cookie',
  handler: ({ ctx, query }) => listProducts(ctx, query),
});
