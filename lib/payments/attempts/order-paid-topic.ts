import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Makes every feature that waits for the money of an order check its payment state. */
export const orderPaidTopic = topic('payment.order-paid', z.object({ orderId: idText }), { coalesce: true });

export const promiseOrderPaid = (write: Writer, orderId: string, now: Date): void =>
  enqueue(write, orderPaidTopic, { orderId }, { now, key: orderId });
