import { defineRoute, rawBody } from '#lib/api/define-route.ts';
import { receiveInboundMail } from '#lib/crm/mailboxes/receive-webhook.ts';
import { inboundMail, inboundTaken, MAX_INBOUND_BYTES } from '#lib/crm/schemas/webhook.ts';

export const POST = defineRoute({
  summary: 'Receive an inbound mail from a mail provider',
  auth: 'emailWebhook',
  rateLimit: 'mail-webhook',
  maxBytes: MAX_INBOUND_BYTES,
  // A mail provider may post megabytes: the body is checked and parsed in the mail thread, not on this one.
  bodyAs: 'raw',
  body: rawBody,
  holds: inboundMail,
  response: inboundTaken,
  handler: ({ ctx, body, request }) =>
    receiveInboundMail(ctx, { posted: body, contentType: request.headers.get('content-type') }),
});
