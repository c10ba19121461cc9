import { defineRoute } from '#lib/api/define-route.ts';
import { receiveInboundMail } from '#lib/crm/mailboxes/receive-webhook.ts';
import { inboundMail, inboundTaken, MAX_INBOUND_BYTES } from '#lib/crm/schemas/webhook.ts';

export const POST = defineRoute({
  summary: 'Take an inbound mail from a mail provider',
  auth: 'emailWebhook',
  rateLimit: 'mail-webhook',
  maxBytes: MAX_INBOUND_BYTES,
  cleansText: true,
  body: inboundMail,
  response: inboundTaken,
  handler: ({ ctx, body }) => receiveInboundMail(ctx, body),
});
