import type { Context } from '#lib/context/context.ts';
import { before, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import type { OutboxRow } from '#lib/data/outbox.ts';
import { leasedRows, waitingRows } from '#lib/data/outbox-lease.ts';
import type { Row } from '#lib/data/store.ts';
import { outboxLanes } from '#lib/data/values.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { oldestCallbacks } from '#lib/payments/queries.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import { expiredHolds, ordersToNumber, soldHolds } from '#lib/store/queries.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';

/** An effect runs within seconds, and all its attempts end within this time. */
const EFFECT_MS = HOUR_MS;
/** The sweep of holds runs every minute. A hold that has waited this long shows that the sweep does not run. */
const SWEEP_MS = 30 * MINUTE_MS;
const AT_ONCE = 100;

/**
 * SI13, SI16 and SI19: checks the rows of each kind that wait longest. That includes the effects of each queue and the
 * open work of the shop worker.
 */
export async function auditLateness({ data, now: clock }: Pick<Context, 'data' | 'now'>): Promise<readonly Finding[]> {
  const now = clock();
  const [promised, expired, sold, unnumbered, owed, poisoned] = await Promise.all([
    Promise.all(
      outboxLanes
        .flatMap((lane) => [waitingRows(AT_ONCE, lane), leasedRows(AT_ONCE, lane)])
        .map((rows) => data.find(rows)),
    ),
    data.find(expiredHolds(now.toISOString(), AT_ONCE)),
    data.find(soldHolds(AT_ONCE)),
    data.find(ordersToNumber(AT_ONCE)),
    data.find(oldestCallbacks('received', AT_ONCE)),
    data.find(oldestCallbacks('poison', AT_ONCE)),
  ]);
  return [
    ...promised.flatMap(({ rows }) => rows).map((row) => auditEffect(row, now)),
    ...expired.rows.map((row) => auditExpired(row, now)),
    ...sold.rows.map((row) => auditSold(row, now)),
    ...unnumbered.rows.map((row) => auditUnnumbered(row, now)),
    ...[...owed.rows, ...poisoned.rows].map((row) => auditCallback(row, now)),
  ].flat();
}

/** SI16: a promised effect ends. */
export function auditEffect({ id, data }: Pick<Row<OutboxRow>, 'id' | 'data'>, now: Date): Finding[] {
  const cutoff = before(now, EFFECT_MS);
  return findingsOf('SI16', id, [
    data.status === 'waiting' && data.availableAt < cutoff && `${data.topic} has waited since ${data.availableAt}`,
    data.status === 'leased' && data.availableAt < cutoff && `${data.topic} was leased but never settled`,
  ]);
}

/** SI16: units leave the shelf soon after they were sold. */
const auditSold = ({ id, data }: Row<StockHold>, now: Date): Finding[] =>
  findingsOf('SI16', id, [
    data.updatedAt < before(now, EFFECT_MS) && `was sold at ${data.updatedAt} but never compacted`,
  ]);

/** SI16: the document of an order gets its number soon after the order was paid. */
const auditUnnumbered = ({ id, data }: Row<Order>, now: Date): Finding[] =>
  findingsOf('SI16', id, [
    (data.paidAt ?? '') < before(now, EFFECT_MS) && `was paid at ${data.paidAt} but has no document number`,
  ]);

/** SI12, SI13: a callback takes effect within minutes. Otherwise no process drains it, or it fails each time. */
export const auditCallback = ({ id, data }: Pick<Row<CallbackRow>, 'id' | 'data'>, now: Date): Finding[] =>
  findingsOf('SI13', id, [
    data.state === 'poison' && 'is a callback that could not be applied',
    data.state === 'received' &&
      data.receivedAt < before(now, EFFECT_MS) &&
      `is a callback that has waited since ${data.receivedAt}`,
  ]);

/** SI19: an expired hold blocks no buyer, because a buyer who needs its units takes them. The sweep clears the rest. */
export const auditExpired = ({ id, data }: Pick<Row<StockHold>, 'id' | 'data'>, now: Date): Finding[] =>
  findingsOf('SI19', id, [
    data.state === 'active' &&
      (data.expiresAt ?? '') < before(now, SWEEP_MS) &&
      `expired at ${data.expiresAt} but was never released`,
  ]);
