import { defineRoute, rawBody } from '#lib/api/define-route.ts';
import { receiveCallback } from '#lib/payments/cards/receive-callback.ts';
import { cardAccept } from '#lib/payments/schemas/card-payment.ts';
import { MAX_CALLBACK_BYTES } from '#lib/payments/values.ts';

export const POST = defineRoute({
  summary: 'Receive a callback of the card gateway at its former address',
  auth: 'signed',
  rateLimit: 'callbacks',
  bodyAs: 'raw',
  maxBytes: MAX_CALLBACK_BYTES,
  body: rawBody,
  response: cardAccept,
  successor: '/api/payments/cardgw/webhook',
  handler: ({ ctx, body }) => receiveCallback(ctx, body),
});
