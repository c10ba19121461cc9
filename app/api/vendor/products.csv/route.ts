import { csvAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { dayOf } from '#lib/core/time.ts';
import { exportProducts } from '#lib/store/products/products-csv.ts';
import { vendorQuery } from '#lib/store/schemas/product-import.ts';
import { actingVendor, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';

export const GET = defineRoute({
  summary: 'Export the products of one’s own vendor as CSV, newest first',
  auth: 'session',
  rateLimit: 'catalog-write',
  query: vendorQuery,
  load: ({ ctx }) => actingVendor(ctx, 'read'),
  handler: async ({ ctx, query, loaded: acting }) => {
    const vendorId = await vendorIdFor(ctx, acting, query.vendorId);
    return csvAnswer(`products-${dayOf(ctx.now())}.csv`, exportProducts(ctx, vendorId));
  },
});
