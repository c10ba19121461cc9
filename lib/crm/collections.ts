import { collection } from '#lib/data/collection.ts';
import { emailDayStats } from './schemas/analytics.ts';
import { emailChannel, emailListener } from './schemas/channel.ts';
import { emailContact } from './schemas/contact.ts';
import { deadLetter } from './schemas/dead-letter.ts';
import { emailDraft } from './schemas/draft.ts';
import { emailErasure } from './schemas/erasure.ts';
import { emailBody, emailMessage, emailMsgid } from './schemas/message.ts';
import { emailProcessor } from './schemas/processor.ts';
import { mailRefreshToken } from './schemas/refresh-token.ts';
import { emailReopens } from './schemas/reopens.ts';
import { emailTask } from './schemas/task.ts';
import { emailThread } from './schemas/thread.ts';
import { apiUsage } from './schemas/usage.ts';

/** Email threads. A thread that was merged into another one stays stored and points to it. */
export const EmailThreads = collection('email_threads', {
  label: 'Thread',
  schema: emailThread,
  indexes: [
    // The list of threads that are neither merged nor erased, newest first, by any of its filters.
    ['mergedInto', 'erasedAt', 'lastMessageAt desc'],
    ['mergedInto', 'erasedAt', 'status', 'lastMessageAt desc'],
    ['mergedInto', 'erasedAt', 'sourceChannel', 'lastMessageAt desc'],
    ['mergedInto', 'erasedAt', 'status', 'sourceChannel', 'lastMessageAt desc'],
    // The daily figures.
    ['mergedInto', 'beganAt'],
    ['mergedInto', 'status', 'resolvedAt'],
    ['mergedInto', 'firstReplyAt'],
    // All threads of one address, and the threads of a channel by creation time.
    ['participantIds[]'],
    ['sourceChannel', 'createdAt'],
  ],
  version: 2,
  migrate: (thread) => ({
    latestId: thread.lastInboundId,
    beganAt: thread.createdAt,
    askedAt: Number(thread.humanCount) > 0 ? thread.createdAt : null,
    ...thread,
  }),
});

/** Messages, inbound and outbound. The id is a hash of channel and Message-ID, so that no message is stored twice. */
export const EmailMessages = collection('email_messages', {
  label: 'Message',
  schema: emailMessage,
  indexes: [
    ['threadId', 'sortAt'],
    ['threadId', 'sortAt desc'],
    // The daily figures.
    ['day', 'direction', 'kind', 'intent'],
    ['day', 'direction', 'kind', 'sentiment', 'sentimentMilli'],
    ['day', 'direction', 'deliveryStatus'],
    ['channelId', 'day', 'direction', 'kind', 'deliveryStatus'],
    // Raw messages due for deletion.
    ['rawUntil'],
  ],
  version: 1,
});

/** Texts that do not fit into the message row. The id is `{messageId}-{n}`. */
export const EmailBodies = collection('email_bodies', {
  label: 'Mail text',
  schema: emailBody,
  indexes: [['messageId']],
});

/** Maps a Message-ID to its thread. */
export const EmailMsgids = collection('email_msgids', {
  label: 'Message-ID',
  schema: emailMsgid,
  indexes: [['threadId']],
});

export const EmailDrafts = collection('email_drafts', {
  label: 'Draft',
  schema: emailDraft,
  indexes: [
    ['status', 'createdAt desc'],
    ['threadId', 'createdAt desc'],
    ['status', 'nextAttemptAt'],
    ['status', 'claimedAt'],
    ['status', 'lookUntil'],
    ['status', 'day'],
    ['day', 'editedAt'],
    ['sentAt'],
  ],
  version: 1,
});

export const EmailTasks = collection('email_tasks', {
  label: 'Task',
  schema: emailTask,
  indexes: [
    ['dueSort'],
    ['status', 'dueSort'],
    ['threadId', 'dueSort'],
    ['threadId', 'status', 'dueSort'],
    ['status', 'day'],
  ],
  version: 1,
});

export const EmailContacts = collection('email_contacts', {
  label: 'Contact',
  schema: emailContact,
  indexes: [
    ['createdAt desc'],
    ['type', 'createdAt desc'],
    ['searchTerms[]', 'createdAt desc'],
    ['searchTerms[]', 'type', 'createdAt desc'],
  ],
  version: 1,
});

/** The cursor and the health of each mailbox. */
export const EmailChannels = collection('email_channels', {
  label: 'Channel',
  schema: emailChannel,
  indexes: [],
});

/** Whether the listener is switched on, and what its host last reported. The collection holds one document. */
export const EmailListeners = collection('email_listeners', { label: 'Listener', schema: emailListener, indexes: [] });

/** The results of the last poll of all channels. The collection holds one document. */
export const EmailProcessors = collection('email_processors', {
  label: 'Processor',
  schema: emailProcessor,
  indexes: [],
});

/** The figures of UTC days. The id is the day. */
export const EmailDayStats = collection('email_day_stats', {
  label: 'Figures of a day',
  schema: emailDayStats,
  indexes: [],
  version: 1,
});

/** Mails that could not be read. */
export const EmailDeadLetters = collection('email_dead_letters', {
  label: 'Dead letter',
  schema: deadLetter,
  indexes: [['createdAt desc'], ['status', 'createdAt desc'], ['day']],
  ttl: 'expiresAt',
});

/** Every model call, including failed ones. */
export const EmailApiUsage = collection('email_api_usage', {
  label: 'Usage',
  schema: apiUsage,
  indexes: [['day'], ['at']],
});

/** How often a sender has recently reopened threads. More often than a person would means a mail loop. */
export const EmailReopens = collection('email_reopens', {
  label: 'Reopening',
  schema: emailReopens,
  indexes: [],
  ttl: 'expiresAt',
});

/** Erased addresses. The id is the former contact's id, which is a hash of the address. */
export const EmailErasures = collection('email_erasures', { label: 'Erasure', schema: emailErasure, indexes: [] });

/** The refresh tokens of channels that sign in by OAuth. The id is the channel's. */
export const MailRefreshTokens = collection('mail_refresh_tokens', {
  label: 'Refresh token',
  schema: mailRefreshToken,
  indexes: [],
});
