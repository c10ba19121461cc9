import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** The order of a payment request was made or has changed: its card is to show how it stands. */
export const paymentRequestTopic = topic('message.payment-request', z.object({ messageId: idText }), {
  coalesce: true,
});

export const promiseRequestCard = (write: Writer, messageId: string, now: Date): void =>
  enqueue(write, paymentRequestTopic, { messageId }, { now, key: messageId });
