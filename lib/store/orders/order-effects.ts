import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { notifyOfOrder } from '#lib/store/order-mail/notify-of-order.ts';
import { orderDocumentTopic, orderMailTopic } from '#lib/store/order-mail/order-promises.ts';
import { sendOrderMail } from '#lib/store/order-mail/send-order-mail.ts';
import { deskChanged } from '#lib/tunnel/channels/desk.ts';
import { numberDocuments } from './order-document.ts';

/** The effects of an order step: the notifications and mails that report it. */
export const orderEffects: readonly AnyEffect[] = [
  effect(orderMailTopic, async (ctx, promise) => {
    // Every step of an order promises its mails, so open consoles are also notified here.
    await deskChanged(ctx, 'orders');
    await notifyOfOrder(ctx, promise);
    await sendOrderMail(ctx, promise);
  }),
  effect(orderDocumentTopic, async (ctx) => {
    await numberDocuments(ctx);
  }),
];
