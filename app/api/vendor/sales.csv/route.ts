import { csvAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { dayOf } from '#lib/core/time.ts';
import { exportSales } from '#lib/store/sales/sales-csv.ts';
import { salesQuery } from '#lib/store/schemas/sales.ts';
import { actingVendor, vendorIdFor } from '#lib/store/vendors/acting-vendor.ts';

export const GET = defineRoute({
  summary: 'Export what one’s own vendor sold by day and product as CSV, the oldest day first',
  auth: 'session',
  rateLimit: 'catalog-write',
  query: salesQuery,
  load: ({ ctx }) => actingVendor(ctx, 'read'),
  handler: async ({ ctx, query, loaded: acting }) => {
    const vendorId = await vendorIdFor(ctx, acting, query.vendorId);
    return csvAnswer(`sales-${dayOf(ctx.now())}.csv`, exportSales(ctx, vendorId, query.range));
  },
});
