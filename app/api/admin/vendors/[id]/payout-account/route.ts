import { z } from 'zod';
import { payoutAccountAnswer } from '#lib/admin/schemas/vendor.ts';
import { readAccount } from '#lib/admin/vendors/payout-account.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { getVendor } from '#lib/store/vendors/vendor-accounts.ts';

export const GET = defineRoute({
  summary: 'Get the bank account of a seller in full; each reading is recorded',
  auth: 'admin',
  rateLimit: 'payout-read',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getVendor(ctx, params.id),
  response: payoutAccountAnswer,
  handler: ({ ctx, params }) => readAccount(ctx, params.id),
});
