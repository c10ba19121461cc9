import { z } from 'zod';
import { hashId, idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** Returns the id of the refund of a part. A part is refunded once. */
export const partRefundIdOf = (orderId: string, vendorId: string): string =>
  hashId('partRefund', 'part-refund', orderId, vendorId);

/** Refunds a part by the gateway. The refund says whether that is still due. Every check of it also finds it. */
export const partRefundTopic = topic('payments.part-refund', z.object({ id: idText }), { coalesce: true });

export const promisePartRefund = (t: Writer, id: string, at: string): void => {
  enqueue(t, partRefundTopic, { id }, { now: new Date(at), key: id });
};
