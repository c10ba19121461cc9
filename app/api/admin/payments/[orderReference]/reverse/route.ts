import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { getAttempt } from '#lib/payments/attempts/ledger.ts';
import { reversePayment } from '#lib/payments/refunds/reverse-payment.ts';
import { orderReference } from '#lib/payments/schemas/ledger.ts';
import { paymentReversed, reversePaymentInput } from '#lib/payments/schemas/payments-admin.ts';

export const POST = defineRoute({
  summary: 'Refund a payment in full: a credit payment, or a card payment where allowed',
  auth: 'admin',
  rateLimit: 'payments',
  params: z.object({ orderReference }),
  load: ({ ctx, params }) => getAttempt(ctx, params.orderReference),
  body: reversePaymentInput,
  response: paymentReversed,
  handler: async ({ ctx, params, body }) => ({
    success: true as const,
    payment: await reversePayment(ctx, params.orderReference, body.reason),
  }),
});
