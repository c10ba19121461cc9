import { defineRoute } from '#lib/api/define-route.ts';
import { joined, joinInput } from '#lib/payments/schemas/wallet.ts';
import { membershipDue, payDueByCard, payMembershipByCredit } from '#lib/payments/wallet/account-dues.ts';

export const POST = defineRoute({
  summary: 'Buy a membership: start a card payment, or pay from the credit balance',
  auth: 'session',
  rateLimit: 'payments',
  body: joinInput,
  response: joined,
  handler: async ({ ctx, body }) =>
    body.processor === 'credit'
      ? payMembershipByCredit(ctx)
      : payDueByCard(ctx, await membershipDue(ctx), body.returnUrl),
});
