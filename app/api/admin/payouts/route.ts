import { answerOnce } from '#lib/api/answer-once.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { makePayoutInput, payoutMade } from '#lib/payments/schemas/journal.ts';
import { onceHeaders } from '#lib/store/checkout/idempotency.ts';
import { makePayout } from '#lib/store/vendors/payouts.ts';

export const POST = defineRoute({
  summary: 'Record a bank transfer to a vendor',
  auth: 'admin',
  rateLimit: 'payments',
  headers: onceHeaders,
  body: makePayoutInput,
  response: payoutMade,
  handler: async ({ ctx, body, headers }) => answerOnce(ctx, await makePayout(ctx, body, headers['idempotency-key'])),
});
