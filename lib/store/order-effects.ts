import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { numberDocument } from './order-document.ts';
import { orderDocumentTopic, orderMailTopic } from './order-promises.ts';
import { sendOrderMail } from './send-order-mail.ts';
import { tellOrder } from './tell-order.ts';

/** What follows a step of an order: the notifications and mails that tell of it, and the document of a paid one. */
export const orderEffects: readonly AnyEffect[] = [
  effect(orderMailTopic, async (ctx, promise) => {
    await tellOrder(ctx, promise);
    await sendOrderMail(ctx, promise);
  }),
  effect(orderDocumentTopic, (ctx, { orderId }) => numberDocument(ctx, orderId)),
];
