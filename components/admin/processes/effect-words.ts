import type { EffectRetryBar } from '#lib/admin/processes/values.ts';
import type { EffectDecided } from '#lib/admin/schemas/effect.ts';

/** The description of an effect by its topic. A topic without a description is shown as it is. */
const words: Readonly<Record<string, string>> = {
  'auth.login-flood': 'Warn of many sign-in mails to one address',
  'auth.login-mail': 'Send a sign-in mail',
  'auth.role-granted': 'Tell superadmins of a new administrator',
  'call.expire': 'End a call nobody took',
  'call.watch': 'Look after a call',
  'catalog.index': 'Put a product into the search',
  'catalog.index-many': 'Put products into the search',
  'catalog.vendor': 'Put the products of a vendor into the search',
  'conversation.left': 'Clear the news of a conversation somebody left',
  'crm.drop-files': 'Delete files of a mail',
  'crm.enrich': 'Sort a mail that came',
  'crm.index': 'Put a thread into the search',
  'crm.merge': 'Join threads that are one',
  'crm.notice': 'Tell admins what the inbox needs',
  'crm.send': 'Send a reply by mail',
  'crm.sent-copy': 'Put a copy of a reply into the mailbox',
  'group.over': 'Delete the files of a group that is over',
  'message.index': 'Put a message into the search',
  'message.notify': 'Tell people of a message',
  'message.payment-request': 'Bring a payment request up to its order',
  'notification.email': 'Send a notification by mail',
  'notification.push': 'Push a notification to devices',
  'notification.push-device': 'Push a notification to one device',
  'notification.tell': 'Tell a person something',
  'order.document': 'Number the document of an order',
  'order.mail': 'Send a mail about an order',
  'payment.order-paid': 'Mark a request for payment as paid',
  'payments.alert': 'Warn of something off with the money',
  'payments.alert-mail': 'Warn by mail of something off with the money',
  'payments.refund': 'Give money back',
  'session.ended': 'Forget the devices of sessions that ended',
  'stock.compact': 'Take sold units off the shelf',
  'stock.split': 'Split the stock of a hot product',
  'user.created': 'Give a new person the credit of the demo',
  'user.purge': 'Remove what a deleted account left',
};

export const effectText = (topic: string): string => words[topic] ?? topic;

/** The outcome of a decision. Another admin, or the effect itself, may have been faster. */
const decidedWords: Readonly<Record<EffectDecided['effect']['status'], string>> = {
  waiting: 'It is tried again',
  leased: 'It is being tried again at this moment',
  done: 'Somebody was quicker, and it is done',
  dismissed: 'It is set aside',
  dead: 'It was given up',
};

export const decidedText = ({ effect: { status, topic } }: EffectDecided): string =>
  `${decidedWords[status]}: ${effectText(topic)}.`;

/** Returns the reason why an effect cannot be retried. */
export function barText(bar: EffectRetryBar, topic: string): string {
  if (bar === 'too_old') return 'It is too long ago to be tried again: it might happen twice.';
  return topic === 'crm.sent-copy'
    ? 'The reply was sent; only its copy in the mailbox is missing, and cannot be made any more.'
    : 'It carried a secret, which is gone: ask for it anew.';
}

/** Returns the explanation of what setting an effect aside means. */
export const asideText = (topic: string): string =>
  topic === 'payments.refund'
    ? 'Whether the money is given back is decided by the payment, not here. For seven days it stands among those set aside.'
    : 'It is not performed. For seven days it stands among those set aside, to be tried again where that is possible.';
