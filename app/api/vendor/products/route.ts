import { defineRoute } from '#lib/api/define-route.ts';
import { listOwnProducts } from '#lib/store/products/own-products.ts';
import { ownProductPage, ownProductsQuery } from '#lib/store/schemas/own-products.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

export const GET = defineRoute({
  summary: 'List the products of one’s own vendor, drafts included',
  auth: 'session',
  rateLimit: 'catalog-write',
  query: ownProductsQuery,
  response: ownProductPage,
  load: ({ ctx }) => actingVendor(ctx, 'read'),
  handler: ({ ctx, query, loaded: acting }) => listOwnProducts(ctx, acting, query),
});
