import { csvAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { dayOf } from '#lib/core/time.ts';
import { exportVendorSettlements } from '#lib/payments/books/vendor-settlements.ts';
import { getOwnVendor } from '#lib/store/vendors/profile.ts';

export const GET = defineRoute({
  summary: 'Export own settlements as CSV, newest first',
  auth: 'session',
  rateLimit: 'payments',
  load: ({ ctx }) => getOwnVendor(ctx, 'read'),
  handler: async ({ ctx, loaded: vendor }) =>
    csvAnswer(`settlements-${dayOf(ctx.now())}.csv`, exportVendorSettlements(ctx, { vendorId: vendor.id })),
});
