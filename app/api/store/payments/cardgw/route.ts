import { defineRoute } from '#lib/api/define-route.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
import { cardPayment, payByCardInput } from '#lib/payments/schemas/card-payment.ts';

export const POST = defineRoute({
  summary: 'Start to pay an own order by card',
  auth: 'session',
  rateLimit: 'payments',
  body: payByCardInput,
  response: cardPayment,
  handler: ({ ctx, body }) => payOrderByCard(ctx, body),
});
