import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { numberDocument } from './order-document.ts';
import { orderDocumentTopic, orderMailTopic } from './order-promises.ts';
import { sendOrderMail } from './send-order-mail.ts';

/** What follows a step of an order: the mails that tell of it, and the document of a paid one. */
export const orderEffects: readonly AnyEffect[] = [
  effect(orderMailTopic, sendOrderMail),
  effect(orderDocumentTopic, (ctx, { orderId }) => numberDocument(ctx, orderId)),
];
