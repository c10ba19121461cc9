import { defineRoute } from '#lib/api/define-route.ts';
import { payoutAccountInput, payoutAsked, payoutWithdrawn } from '#lib/store/schemas/vendor-profile.ts';
import { askForAccount, loadForChange, withdrawAccount } from '#lib/store/vendors/payout-account.ts';
import { getOwnVendor } from '#lib/store/vendors/profile.ts';

export const POST = defineRoute({
  summary: 'Ask to be paid to another bank account',
  auth: 'session',
  rateLimit: 'payout-change',
  load: ({ ctx }) => loadForChange(ctx),
  body: payoutAccountInput,
  status: 202,
  response: payoutAsked,
  handler: ({ ctx, body }) => askForAccount(ctx, body),
});

export const DELETE = defineRoute({
  summary: 'Withdraw the own change of the bank account',
  auth: 'session',
  load: ({ ctx }) => getOwnVendor(ctx, 'read'),
  response: payoutWithdrawn,
  handler: ({ ctx }) => withdrawAccount(ctx),
});
