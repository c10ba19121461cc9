import { z } from 'zod';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { type LedgerRow, orderReference } from '#lib/payments/schemas/ledger.ts';

/**
 * Money of an attempt is to go back by the gateway. Whether it still has to is read from the attempt, so one row for each
 * attempt is enough, and whoever looks at the attempt finds it.
 */
export const refundTopic = topic('payments.refund', z.object({ orderReference }), { coalesce: true });

/** Promises a refund with the move that wants it; only a gateway can be asked for one. */
export function promiseRefund(t: Writer, { processor, orderReference: reference }: LedgerRow, at: string): void {
  if (processor === 'cardgw')
    enqueue(t, refundTopic, { orderReference: reference }, { now: new Date(at), key: reference });
}
