import { REAPPLY_AFTER_MS } from '#lib/admin/limits.ts';
import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { after } from '#lib/core/time.ts';
import type { Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import type { Template } from '#lib/notifications/write/texts.ts';

/** `granted`, `removed`: an administrator set or cleared the flag while no application was open. */
export type Notified = 'approved' | 'rejected' | 'info_requested' | 'expired' | 'granted' | 'removed';
/** What the owner of a shop reads about its application. */
type VendorNotified = 'submitted' | Exclude<Notified, 'granted' | 'removed'>;
const decisions: readonly string[] = ['approved', 'rejected', 'granted', 'removed'];

/** Enqueues the owner's notification of a decision, a question or an expiry in the transaction of the transition. */
export function notifyOwner(
  write: Writer,
  number: string,
  { subjectType, ownerId, version, reason, infoRequest }: Procedure,
  outcome: Notified | VendorNotified,
  now: Date,
): void {
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'SYSTEM',
      priority: decisions.includes(outcome) ? 'high' : 'normal',
      template: templateOf(subjectType, outcome),
      params: {
        ...{ number, reason: reason ?? '', question: infoRequest?.message ?? '' },
        ...(subjectType === 'vendor' && outcome === 'rejected' && { onDay: after(now, REAPPLY_AFTER_MS) }),
      },
      data: { actionUrl: subjectType === 'vendor' ? shopUrl(outcome) : '/account/verification' },
      source: 'verification',
      key: `${number}:${version}`,
    },
    now,
  );
}

const shopUrl = (outcome: string): string => (outcome === 'approved' ? '/sell/products/new' : '/sell/apply');

const shopTemplates = {
  submitted: 'vendor.application_sent',
  approved: 'vendor.application_approved',
  rejected: 'vendor.application_rejected',
  info_requested: 'vendor.application_question',
  expired: 'vendor.application_expired',
} as const satisfies Record<VendorNotified, Template>;

function templateOf(subjectType: Procedure['subjectType'], outcome: Notified | VendorNotified): Template {
  if (outcome === 'submitted') return shopTemplates.submitted;
  const isShop = subjectType === 'vendor' && outcome !== 'granted' && outcome !== 'removed';
  return isShop ? shopTemplates[outcome] : `verification.${outcome}`;
}
