import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { catalogTag, listProducts } from '#lib/store/catalog/catalog.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { createOwnProduct } from '#lib/store/products/create-own-product.ts';
import { catalogPage, catalogQuery } from '#lib/store/schemas/catalog.ts';
import { createProductInput } from '#lib/store/schemas/product-input.ts';
import { oneVendorProduct } from '#lib/store/schemas/vendor-product.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

export const GET = defineRoute({
  summary: 'Search, filter and sort the public catalog',
  auth: 'optional',
  query: catalogQuery,
  response: catalogPage,
  etag: ({ ctx, query }) => catalogTag(ctx, query),
  vary: 'accept-language, cookie',
  handler: ({ ctx, query }) => listProducts(ctx, query),
});

export const POST = defineRoute({
  summary: 'Create a product of one’s own vendor, or as an administrator of any',
  auth: 'session',
  rateLimit: 'catalog-write',
  headers: onceHeaders,
  body: createProductInput,
  response: oneVendorProduct,
  status: 201,
  load: ({ ctx }) => actingVendor(ctx, 'write'),
  handler: async ({ ctx, body, headers, loaded: acting, reply }) => {
    const created = await createOwnProduct(ctx, acting, body, headers['idempotency-key']);
    reply.set('location', `/products/${created.body.product.id}`);
    return answerOnce(ctx, created);
  },
});
