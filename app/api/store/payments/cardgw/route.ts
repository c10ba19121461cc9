import { defineRoute } from '#lib/api/define-route.ts';
import { payOrderByCard } from '#lib/payments/cards/pay-order-by-card.ts';
import { cardPayment, payByCardInput } from '#lib/payments/schemas/card-payment.ts';

export const POST = defineRoute({
  summary: 'Start a card payment for an own order',
  auth: 'session',
  rateLimit: 'payments',
  body: payByCardInput,
  response: cardPayment,
  handler: ({ ctx, body }) => payOrderByCard(ctx, body),
});
