import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { paymentStatusOf } from '#lib/payments/attempts/payment-status.ts';
import { paymentStatus } from '#lib/payments/schemas/ledger.ts';

export const GET = defineRoute({
  summary: 'Get the payment status of an order',
  auth: 'session',
  rateLimit: 'payment-status',
  params: z.object({ orderId: idText }),
  response: paymentStatus,
  handler: ({ ctx, params }) => paymentStatusOf(ctx, params.orderId),
});
