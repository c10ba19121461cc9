import { z } from 'zod';
import { adminVendorAnswer, confirmPayoutInput } from '#lib/admin/schemas/vendor.ts';
import { confirmAccount } from '#lib/admin/vendors/payout-account.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const POST = defineRoute({
  summary: 'Confirm the bank account that a seller has asked for',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  body: confirmPayoutInput,
  response: adminVendorAnswer,
  handler: async ({ ctx, params, body }) => ({ vendor: await confirmAccount(ctx, params.id, body) }),
});
