import { before, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import type { OutboxRow } from '#lib/data/outbox.ts';
import type { Row } from '#lib/data/store.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import type { InboxRow } from '#lib/payments/schemas/inbox.ts';
import type { StockHold } from '#lib/store/schemas/stock.ts';

/** An effect is performed within seconds, and with all its tries within this time. */
const EFFECT_MS = HOUR_MS;
/** The sweep of holds runs every minute; what has waited so long shows that it does not. */
const SWEEP_MS = 30 * MINUTE_MS;

/** SI16: a promised effect comes to an end. */
export function auditEffect({ id, data }: Pick<Row<OutboxRow>, 'id' | 'data'>, now: Date): Finding[] {
  const cutoff = before(now, EFFECT_MS);
  return findingsOf('SI16', id, [
    data.status === 'waiting' && data.availableAt < cutoff && `${data.topic} has waited since ${data.availableAt}`,
    data.status === 'leased' && data.availableAt < cutoff && `${data.topic} was leased and never settled`,
  ]);
}

/** SI12, SI13: a callback has its effect within minutes; one that has not is drained by nobody or fails each time. */
export const auditCallback = ({ id, data }: Pick<Row<InboxRow>, 'id' | 'data'>, now: Date): Finding[] =>
  findingsOf('SI13', id, [
    data.state === 'poison' && 'is a callback that could not be applied',
    data.state === 'received' &&
      data.receivedAt < before(now, EFFECT_MS) &&
      `is a callback that has waited since ${data.receivedAt}`,
  ]);

/** SI19: nobody is kept from an expired hold, because whoever needs it takes it; the sweep clears the rest. */
export const auditExpired = ({ id, data }: Pick<Row<StockHold>, 'id' | 'data'>, now: Date): Finding[] =>
  findingsOf('SI19', id, [
    data.state === 'active' &&
      (data.expiresAt ?? '') < before(now, SWEEP_MS) &&
      `ran out at ${data.expiresAt} and was never swept`,
  ]);
