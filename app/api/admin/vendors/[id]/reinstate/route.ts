import { z } from 'zod';
import { adminVendorAnswer, reinstateInput } from '#lib/admin/schemas/vendor.ts';
import { reinstateVendor } from '#lib/admin/vendors/suspend.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const POST = defineRoute({
  summary: 'Let a suspended seller sell again',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  body: reinstateInput,
  response: adminVendorAnswer,
  handler: async ({ ctx, params, body }) => ({ vendor: await reinstateVendor(ctx, params.id, body) }),
});
