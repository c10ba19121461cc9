import { defineRoute, rawBody } from '#lib/api/define-route.ts';
import { receiveCallback } from '#lib/payments/cards/receive-callback.ts';
import { MAX_CALLBACK_BYTES } from '#lib/payments/limits.ts';
import { cardAccept } from '#lib/payments/schemas/card-payment.ts';

/** Defines a route that receives callbacks of the card gateway: at its address, and at the former one. */
export const callbackRoute = (spec: { readonly summary: string; readonly successor?: string }) =>
  defineRoute({
    ...spec,
    auth: 'signed',
    rateLimit: 'callbacks',
    bodyAs: 'raw',
    maxBytes: MAX_CALLBACK_BYTES,
    body: rawBody,
    response: cardAccept,
    handler: ({ ctx, body }) => receiveCallback(ctx, body),
  });
