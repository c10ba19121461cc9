import type { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';
import { ALERT_LINES, type Alert, alert } from '#lib/payments/schemas/alert.ts';

/** Notifies the superadmins. The handler reads who they are at that moment. */
export const alertTopic = topic('payments.alert', alert);

/** Sends the alert to one superadmin by mail. */
export const alertMailTopic = topic('payments.alert-mail', alert.extend({ userId: idText }));
export type AlertMailPromise = z.output<typeof alertMailTopic.payload>;

type Line = Alert['lines'][number];
type Found = Omit<Alert, 'lines'> & { readonly lines: readonly Line[] };

/**
 * Enqueues an alert to the superadmins in the transaction that found its cause. A second alert about the same subject
 * fails with EXISTS, so the caller enqueues only new ones.
 */
export function promiseAlert(t: Writer, { lines, ...found }: Found, now: Date): void {
  const alert = { ...found, lines: lines.slice(0, ALERT_LINES).map(cut) };
  enqueue(t, alertTopic, alert, { now, key: `${found.kind}:${found.subjectId}` });
}

const cut = ({ name, value }: Line): Line => ({ name: name.slice(0, 200), value: value.slice(0, 300) });
