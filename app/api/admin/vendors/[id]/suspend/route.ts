import { z } from 'zod';
import { adminVendorAnswer, suspendInput } from '#lib/admin/schemas/vendor.ts';
import { suspendVendor } from '#lib/admin/vendors/suspend.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const POST = defineRoute({
  summary: 'Suspend a seller: the products leave the catalog, open orders go on',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  body: suspendInput,
  response: adminVendorAnswer,
  handler: async ({ ctx, params, body }) => ({ vendor: await suspendVendor(ctx, params.id, body) }),
});
