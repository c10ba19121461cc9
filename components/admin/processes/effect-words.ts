import type { EffectRetryBar } from '#lib/admin/processes/values.ts';
import type { EffectDecided } from '#lib/admin/schemas/effect.ts';

/** The description of an effect by its topic. A topic without a description is shown as it is. */
const words: Readonly<Record<string, string>> = {
  'auth.login-flood': 'Warn about many sign-in emails',
  'auth.login-mail': 'Send a sign-in email',
  'auth.role-granted': 'Notify superadmins of a new administrator',
  'call.expire': 'End an unanswered call',
  'call.watch': 'Monitor a call',
  'catalog.index': 'Add a product to the search index',
  'catalog.index-many': 'Add products to the search index',
  'catalog.vendor': 'Add a seller’s products to the search index',
  'conversation.left': 'Clear notifications of a conversation a member left',
  'crm.drop-files': 'Delete files of an email',
  'crm.enrich': 'Classify an incoming email',
  'crm.index': 'Add a thread to the search index',
  'crm.merge': 'Merge threads',
  'crm.notice': 'Notify admins about the inbox',
  'crm.send': 'Send a reply by email',
  'crm.sent-copy': 'Save a copy of a reply to the mailbox',
  'group.over': 'Delete the files of a deleted group',
  'message.index': 'Add a message to the search index',
  'message.notify': 'Notify people of a message',
  'message.payment-request': 'Update a payment request from its order',
  'notification.email': 'Send a notification by email',
  'notification.push': 'Send a push notification to all devices',
  'notification.push-device': 'Send a push notification to one device',
  'notification.tell': 'Create a notification',
  'order.document': 'Create an order document',
  'order.mail': 'Send an order email',
  'payment.order-paid': 'Mark a payment request as paid',
  'payments.alert': 'Warn about a money discrepancy',
  'payments.alert-mail': 'Warn about a money discrepancy by email',
  'payments.refund': 'Refund a payment',
  'session.ended': 'Remove devices of ended sessions',
  'stock.compact': 'Remove sold units from stock',
  'stock.split': 'Split the stock of a popular product',
  'user.created': 'Give a new user the demo credit',
  'user.purge': 'Remove data of a deleted account',
  'users.index': 'Add an account to the search index',
};

export const effectText = (topic: string): string => words[topic] ?? topic;

/** The outcome of a decision. Another admin, or the effect itself, may have been faster. */
const decidedWords: Readonly<Record<EffectDecided['effect']['status'], string>> = {
  waiting: 'Will be retried',
  leased: 'Running now',
  done: 'Already done',
  dismissed: 'Dismissed',
  dead: 'Failed',
};

export const decidedText = ({ effect: { status, topic } }: EffectDecided): string =>
  `${decidedWords[status]}: ${effectText(topic)}.`;

/** Returns the reason why an effect cannot be retried. */
export function barText(bar: EffectRetryBar, topic: string): string {
  if (bar === 'too_old') return 'Too old to retry: it might run twice.';
  return topic === 'crm.sent-copy'
    ? 'The reply was sent. Only its copy in the mailbox is missing, and it can no longer be saved.'
    : 'Its secret data was deleted. Request it again.';
}

/** Returns the explanation of what setting an effect aside means. */
export const asideText = (topic: string): string =>
  topic === 'payments.refund'
    ? 'This does not decide about the refund; the payment does. The task stays under Dismissed for seven days.'
    : 'The task will not run. It stays under Dismissed for seven days, where you can retry it if possible.';
