import { defineRoute } from '#lib/api/define-route.ts';
import { payMembershipByCredit } from '#lib/payments/account-dues.ts';
import { joinInput, membershipByCredit } from '#lib/payments/schemas/wallet.ts';

export const POST = defineRoute({
  summary: 'Become a member, paid from the credit balance',
  auth: 'session',
  rateLimit: 'payments',
  body: joinInput,
  response: membershipByCredit,
  handler: ({ ctx }) => payMembershipByCredit(ctx),
});
