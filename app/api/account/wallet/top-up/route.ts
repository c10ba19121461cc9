import { defineRoute } from '#lib/api/define-route.ts';
import { cardPayment } from '#lib/payments/schemas/card-payment.ts';
import { topUpInput } from '#lib/payments/schemas/wallet.ts';
import { payDueByCard, topUpDue } from '#lib/payments/wallet/account-dues.ts';

export const POST = defineRoute({
  summary: 'Start a top-up of the own wallet by card',
  auth: 'session',
  rateLimit: 'payments',
  body: topUpInput,
  response: cardPayment,
  handler: async ({ ctx, body }) => payDueByCard(ctx, await topUpDue(ctx, body.amountMinor), body.returnUrl),
});
