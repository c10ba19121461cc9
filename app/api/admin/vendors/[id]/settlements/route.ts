import { z } from 'zod';
import { csvAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { exportVendorSettlements } from '#lib/payments/books/vendor-settlements.ts';
import { settlementsQuery } from '#lib/payments/schemas/payments-admin.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const GET = defineRoute({
  summary: 'Export the settlements of a vendor as CSV, newest first',
  auth: 'admin',
  params: z.object({ id: idText }),
  query: settlementsQuery,
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  handler: async ({ ctx, params, query }) =>
    csvAnswer(
      `settlements-${params.id}.csv`,
      exportVendorSettlements(ctx, { vendorId: params.id, state: query.state }),
    ),
});
