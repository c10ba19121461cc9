import { z } from 'zod';
import { adminVendorAnswer, changeVendorInput } from '#lib/admin/schemas/vendor.ts';
import { changeVendor } from '#lib/admin/vendors/change-vendor.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const PATCH = defineRoute({
  summary: 'Change the commission, the name or the address of a seller',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  body: changeVendorInput,
  response: adminVendorAnswer,
  handler: async ({ ctx, params, body }) => ({ vendor: await changeVendor(ctx, params.id, body) }),
});
