import {
  EmailApiUsage,
  EmailChannels,
  EmailDeadLetters,
  EmailDrafts,
  EmailMessages,
  EmailTasks,
  EmailThreads,
} from '#lib/crm/collections.ts';
import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import type { DeliveryStatus, Direction } from '#lib/crm/messages/values.ts';
import type { TaskStatus } from '#lib/crm/tasks/values.ts';
import type { ThreadStatus } from '#lib/crm/threads/values.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import type { Intent, Sentiment } from '#lib/language/values.ts';
import { type MailKind, mailKinds } from '#lib/mail/values.ts';

/** A half-open interval. */
export type Span = { readonly from: string; readonly to: string };

/** Selects the mails of a day, all of them or by kind, intent or sentiment. */
export const mailsOfDay = (day: string, direction: Direction) =>
  from(EmailMessages).where('day', '==', day).where('direction', '==', direction);
export const mailsOfKind = (day: string, kind: MailKind) => mailsOfDay(day, 'inbound').where('kind', '==', kind);
export const mailsOfIntent = (day: string, intent: Intent) => mailsOfKind(day, 'human').where('intent', '==', intent);
/** Also used for sums over `sentimentMilli`. */
export const mailsOfSentiment = (day: string, sentiment: Sentiment) =>
  mailsOfKind(day, 'human').where('sentiment', '==', sentiment);
export const mailsDelivered = (day: string, status: DeliveryStatus) =>
  mailsOfDay(day, 'outbound').where('deliveryStatus', '==', status);

/** Selects the mails of a day in one channel. */
export const channelMails = (channelId: string, day: string, direction: Direction) =>
  mailsOfDay(day, direction).where('channelId', '==', channelId);
export const channelBounces = (channelId: string, day: string) =>
  mailsOfKind(day, 'bounce').where('channelId', '==', channelId);
export const channelDelivered = (channelId: string, day: string, status: DeliveryStatus) =>
  mailsDelivered(day, status).where('channelId', '==', channelId).where('kind', 'in', mailKinds);

export const everyChannelRow = (limit: number) => from(EmailChannels).limit(limit);

const living = () => from(EmailThreads).where('mergedInto', '==', null);
export const threadsBegun = (span: Span) => living().where('beganAt', '>=', span.from).where('beganAt', '<', span.to);
/** Selects the first thread and the first dead letter. Nothing can have been counted before them. */
export const oldestThread = () => living().orderBy('beganAt').limit(1);
export const oldestDeadLetter = () => from(EmailDeadLetters).orderBy('day').limit(1);

export const threadsResolved = (span: Span) =>
  living().where('status', '==', 'resolved').where('resolvedAt', '>=', span.from).where('resolvedAt', '<', span.to);
export const threadsAnswered = (span: Span, limit: number, after?: Cursor) =>
  living()
    .where('firstReplyAt', '>=', span.from)
    .where('firstReplyAt', '<', span.to)
    .orderBy('firstReplyAt')
    .limit(limit)
    .after(after);
export const threadsInStatus = (status: ThreadStatus) => living().where('status', '==', status);

export const deadLettersOfDay = (day: string) => from(EmailDeadLetters).where('day', '==', day);

export const draftsOfDay = (day: string) => from(EmailDrafts).where('day', '==', day);
export const draftsEdited = (day: string) => draftsOfDay(day).where('editedAt', '>', '');
export const draftRowsOfDay = (day: string, limit: number, after?: Cursor) =>
  draftsOfDay(day).orderBy('editedAt').limit(limit).after(after);
export const draftsSent = (span: Span) =>
  from(EmailDrafts).where('sentAt', '>=', span.from).where('sentAt', '<', span.to);
export const draftsSince = (status: DraftStatus, day: string) =>
  from(EmailDrafts).where('status', '==', status).where('day', '>=', day);

export const tasksSince = (status: TaskStatus, day: string) =>
  from(EmailTasks).where('status', '==', status).where('day', '>=', day);
export const tasksCompletedOf = (day: string, limit: number, after?: Cursor) =>
  from(EmailTasks).where('status', '==', 'completed').where('day', '==', day).limit(limit).after(after);

export const usageWithin = (span: Span, limit: number, after?: Cursor) =>
  from(EmailApiUsage).where('at', '>=', span.from).where('at', '<', span.to).orderBy('at').limit(limit).after(after);
