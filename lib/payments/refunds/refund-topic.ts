import { z } from 'zod';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { type LedgerRow, orderReference } from '#lib/payments/schemas/ledger.ts';

/**
 * Refunds an attempt by the gateway. The attempt says whether that is still due, so one row per attempt is enough.
 * Every check of the attempt also finds it.
 */
export const refundTopic = topic('payments.refund', z.object({ orderReference }), { coalesce: true });

/**
 * Enqueues a refund in the transaction of its move. Only for the card gateway, because no other processor can be
 * asked for one.
 */
export function promiseRefund(t: Writer, { processor, orderReference: reference }: LedgerRow, at: string): void {
  if (processor === 'cardgw')
    enqueue(t, refundTopic, { orderReference: reference }, { now: new Date(at), key: reference });
}
