import type { Tone } from '#components/ui/badge.tsx';
import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import type { DeliveryStatus } from '#lib/crm/messages/values.ts';
import type { TaskPriority, TaskStatus } from '#lib/crm/tasks/values.ts';
import type { ThreadFlag } from '#lib/crm/threads/values.ts';
import type { Confidence } from '#lib/language/values.ts';
import type { MailKind } from '#lib/mail/values.ts';

export const draftTones: Readonly<Record<DraftStatus, Tone>> = {
  pending: 'accent',
  approved: 'success',
  sending: 'neutral',
  sent: 'success',
  failed: 'danger',
  send_unknown: 'danger',
  rejected: 'neutral',
  superseded: 'neutral',
};
export const confidenceTones: Readonly<Record<Confidence, Tone>> = {
  low: 'warning',
  medium: 'neutral',
  high: 'success',
};

export const deliveryTones: Readonly<Record<DeliveryStatus, Tone>> = {
  sending: 'neutral',
  sent: 'success',
  delivered: 'success',
  delayed: 'warning',
  bounced: 'danger',
  failed: 'danger',
  unknown: 'danger',
};

export const threadFlagTones: Readonly<Record<ThreadFlag, Tone>> = {
  newParticipant: 'warning',
  loopSuspected: 'warning',
  bounced: 'danger',
  complained: 'danger',
  aiFallback: 'neutral',
  budgetExhausted: 'neutral',
};

export const taskTones: Readonly<Record<TaskStatus, Tone>> = {
  open: 'accent',
  in_progress: 'warning',
  overdue: 'danger',
  completed: 'success',
  cancelled: 'neutral',
};
export const priorityTones: Readonly<Record<TaskPriority, Tone>> = {
  low: 'neutral',
  normal: 'neutral',
  high: 'danger',
};

/** The kinds of mail that a label names. */
export const namedKinds = ['complaint', 'bounce', 'ooo', 'auto_reply', 'list'] as const satisfies readonly MailKind[];

type Named = { readonly email: string; readonly name: string | null };
/** Returns a person's name for a list, or `unknown` for a sender without name and address. */
export const nameOf = ({ name, email }: Named, unknown: string): string => name?.trim() || email || unknown;
/** Returns a person's name with the address, because a name alone may be anyone's. */
export const fullNameOf = ({ name, email }: Named): string => (name?.trim() ? `${name.trim()} <${email}>` : email);
