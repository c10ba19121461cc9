import type { Tone } from '#components/ui/badge.tsx';
import type { DraftSource, DraftStatus } from '#lib/crm/drafts/values.ts';
import type { DeliveryStatus } from '#lib/crm/messages/values.ts';
import type { TaskPriority, TaskStatus } from '#lib/crm/tasks/values.ts';
import type { ThreadFlag } from '#lib/crm/threads/values.ts';
import type { Confidence, Intent } from '#lib/language/values.ts';
import type { MailKind, MessageFlag, SpanKind } from '#lib/mail/values.ts';

export const intentWords: Readonly<Record<Intent, string>> = {
  order_status: 'order status',
  return_refund: 'return or refund',
  complaint: 'complaint',
  product_question: 'product question',
  payment: 'payment',
  account: 'account',
  partnership: 'partnership',
  invoice: 'invoice',
  feedback: 'feedback',
  unsubscribe: 'unsubscribe',
  spam: 'spam',
  other: 'other',
};

export const draftWords: Readonly<Record<DraftStatus, string>> = {
  pending: 'waiting for approval',
  approved: 'approved, not sent',
  sending: 'being sent',
  sent: 'sent',
  failed: 'not sent',
  send_unknown: 'may have been sent',
  rejected: 'rejected',
  superseded: 'replaced',
};
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
export const sourceWords: Readonly<Record<DraftSource, string>> = {
  ai: 'AI draft',
  template: 'Template draft',
  manual: 'Written by hand',
};
export const confidenceTones: Readonly<Record<Confidence, Tone>> = {
  low: 'warning',
  medium: 'neutral',
  high: 'success',
};

export const deliveryWords: Readonly<Record<DeliveryStatus, string>> = {
  sending: 'being sent',
  sent: 'sent',
  delivered: 'delivered',
  delayed: 'delayed',
  bounced: 'bounced',
  failed: 'not sent',
  unknown: 'may have been sent',
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

/** The label of a kind of mail, or null when it needs none. */
export const kindWords: Readonly<Record<MailKind, string | null>> = {
  human: null,
  own: null,
  complaint: 'spam complaint',
  bounce: 'delivery report',
  ooo: 'out of office',
  auto_reply: 'automatic reply',
  list: 'mailing list',
};

export const messageFlagWords: Readonly<Record<MessageFlag, string>> = {
  truncated: 'This email is too large: only its beginning is shown, and its attachments are not stored.',
  duplicateHeaders: 'A header field appears twice; the first one is used.',
  dateRepaired: 'The date of this email is invalid; its arrival time is shown.',
  generatedId: 'This email has no Message-ID, so replies to it may not appear in this thread.',
  messageIdReused: 'This email has the Message-ID of another email and was kept separately.',
  spoofSuspected:
    'This email claims to come from one of our own addresses, but the sender check failed. Do not trust it.',
  newParticipant: 'The sender is new to this thread.',
};

export const threadFlagWords: Readonly<Record<ThreadFlag, { readonly label: string; readonly tone: Tone }>> = {
  newParticipant: { label: 'new participant', tone: 'warning' },
  loopSuspected: { label: 'possible loop', tone: 'warning' },
  bounced: { label: 'bounced', tone: 'danger' },
  complained: { label: 'marked as spam', tone: 'danger' },
  aiFallback: { label: 'AI failed', tone: 'neutral' },
  budgetExhausted: { label: 'AI budget used up', tone: 'neutral' },
};

export const spanWords: Readonly<Record<SpanKind, string>> = {
  reply: 'text',
  quoted: 'quoted text',
  signature: 'signature',
  forwarded: 'forwarded email',
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

/** Formats a name of a closed set for people. */
export const plain = (name: string): string => name.replaceAll('_', ' ');

/** Returns a count with its noun in singular or plural. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Formats a size in bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB'];
  let [size, unit] = [bytes / 1024, 0];
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}

type Named = { readonly email: string; readonly name: string | null };
/** Returns a person's name for a list. */
export const nameOf = ({ name, email }: Named): string => name?.trim() || email || 'unknown sender';
/** Returns a person's name with the address, because a name alone may be anyone's. */
export const fullNameOf = ({ name, email }: Named): string => (name?.trim() ? `${name.trim()} <${email}>` : email);
