import type { Procedure } from '#lib/admin/schemas/verification.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';

const ACTION_URL = '/account/verification';

/** `granted`, `removed`: an administrator set or cleared the flag while no application was open. */
export type Notified = 'approved' | 'rejected' | 'info_requested' | 'expired' | 'granted' | 'removed';
const decisions: readonly Notified[] = ['approved', 'rejected', 'granted', 'removed'];

/** Enqueues the owner's notification of a decision, a question or an expiry in the transaction of the transition. */
export function notifyOwner(
  write: Writer,
  number: string,
  { ownerId, version, reason, infoRequest }: Procedure,
  outcome: Notified,
  now: Date,
): void {
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'SYSTEM',
      priority: decisions.includes(outcome) ? 'high' : 'normal',
      template: `verification.${outcome}`,
      params: { number, reason: reason ?? '', question: infoRequest?.message ?? '' },
      data: { actionUrl: ACTION_URL },
      source: 'verification',
      key: `${number}:${version}`,
    },
    now,
  );
}
