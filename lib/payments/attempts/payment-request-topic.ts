import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Updates the card of a payment request after its order was created or has changed. */
export const paymentRequestTopic = topic('message.payment-request', z.object({ messageId: idText }), {
  coalesce: true,
});

export const promiseRequestCard = (write: Writer, messageId: string, now: Date): void =>
  enqueue(write, paymentRequestTopic, { messageId }, { now, key: messageId });
