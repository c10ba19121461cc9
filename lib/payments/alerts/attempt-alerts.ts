import { Outbox, outboxIdOf } from '#lib/data/outbox.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import type { Alert } from '#lib/payments/attempts/attempt-states.ts';
import type { Applied } from '#lib/payments/attempts/transitions.ts';
import { alertTopic, promiseAlert } from './alert-topics.ts';

/** What each alert of an attempt means to the admin who reads it. */
const meanings: Readonly<Record<Alert, string>> = {
  amount_differs: 'the gateway reports a different amount, currency or merchant',
  declined_after_paid: 'the gateway declined a payment that is already paid',
  refund_failed: 'the refund was rejected or never completed',
  approval_contradicted: 'a late callback says approved, but the gateway says otherwise',
  approved_after_void: 'the gateway approved a payment that it had voided',
  unknown_status: 'the gateway sent an unknown status',
  refunded_besides_parts: 'the gateway reports a refund of a payment of which parts were refunded',
  credit_spent: 'the top-up was refunded, but its credit had already been spent',
};

const subjectOf = (orderReference: string, alert: Alert): string => `${orderReference}-${alert}`;

/**
 * Returns the alerts of an attempt that superadmins were already notified of. Call it with the reads of the
 * transaction that may raise another alert.
 */
export async function promisedAlertsOf(
  t: Reader,
  orderReference: string,
  maybe: readonly Alert[],
): Promise<ReadonlySet<Alert>> {
  if (maybe.length === 0) return new Set();
  const ids = maybe.map((alert) => outboxIdOf(alertTopic, `payment:${subjectOf(orderReference, alert)}`));
  const rows = await t.getMany(Outbox, ids);
  return new Set(maybe.filter((_, place) => rows[place] !== undefined));
}

/** Enqueues an alert to the superadmins when a statement raised one they were not notified of yet. */
export function promiseNewAlert(t: Writer, { row, alert }: Applied, alerted: ReadonlySet<Alert>, now: Date): void {
  if (alert === null || alerted.has(alert)) return;
  const lines = [{ name: row.orderReference, value: meanings[alert] }];
  promiseAlert(t, { kind: 'payment', subjectId: subjectOf(row.orderReference, alert), count: 1, lines }, now);
}
