import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { getAttempt } from '#lib/payments/attempts/ledger.ts';
import { checkPayment } from '#lib/payments/cards/check-payment.ts';
import { orderReference } from '#lib/payments/schemas/ledger.ts';
import { paymentChecked } from '#lib/payments/schemas/payments-admin.ts';

export const POST = defineRoute({
  summary: 'Check a payment attempt with the card gateway and apply the result',
  auth: 'admin',
  rateLimit: 'payments',
  params: z.object({ orderReference }),
  load: ({ ctx, params }) => getAttempt(ctx, params.orderReference),
  response: paymentChecked,
  handler: async ({ ctx, params }) => ({
    success: true as const,
    ...(await checkPayment(ctx, params.orderReference)),
  }),
});
