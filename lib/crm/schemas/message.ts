import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { deliveryStatuses, directions, messageVias } from '#lib/crm/messages/values.ts';
import { intents, sentiments } from '#lib/language/values.ts';
import { emailPerson } from '#lib/mail/schemas/person.ts';
import { bounceOutcomes, bounceReasons, mailKinds, messageFlags, spanKinds } from '#lib/mail/values.ts';

const count = z.int().nonnegative();
const authResult = z.string().max(20).nullable();

export const replySpan = z.object({ kind: z.enum(spanKinds), start: count, end: count });

export const emailAttachment = z.object({
  id: idText,
  filename: z.string().max(255).nullable(),
  contentType: z.string().max(255),
  sizeBytes: count,
  inline: z.boolean(),
  cid: z.string().max(998).nullable(),
  /** False when the mail was too large to keep the file, or when the file was erased. */
  stored: z.boolean(),
});
export type EmailAttachment = z.infer<typeof emailAttachment>;

export const calendarEvent = z.object({
  method: z.string().max(40).nullable(),
  summary: z.string().max(500).nullable(),
  start: z.string().max(40).nullable(),
  end: z.string().max(40).nullable(),
  organizer: z.string().max(320).nullable(),
});

export const bounceReport = z.object({
  outcome: z.enum(bounceOutcomes),
  hard: z.boolean(),
  recipients: z
    .array(
      z.object({
        address: z.string().max(320),
        status: z.string().max(20).nullable(),
        replyCode: z.string().max(3).nullable(),
        action: z.string().max(40).nullable(),
        diagnostic: z.string().max(1000).nullable(),
        reason: z.enum(bounceReasons),
      }),
    )
    .max(100),
  originalMessageId: z.string().max(998).nullable(),
  feedbackType: z.string().max(40).nullable(),
  reportingMta: z.string().max(255).nullable(),
});

/**
 * A stored message, inbound or outbound. The row stays below 64 KiB. Text beyond the preview and all HTML are stored in
 * `email_bodies`. Message-IDs are stored without brackets.
 */
export const emailMessage = z.object({
  threadId: idText,
  channelId: z.string(),
  direction: z.enum(directions),
  kind: z.enum(mailKinds),
  via: z.enum(messageVias),
  from: emailPerson,
  to: z.array(emailPerson).max(200),
  cc: z.array(emailPerson).max(200),
  replyTo: emailPerson.nullable(),
  recipientCount: count,
  subject: z.string().max(998),
  messageId: z.string().max(998),
  inReplyTo: z.string().max(998).nullable(),
  references: z.array(z.string().max(998)).max(100),
  /** The date of the `Date` header. An unreadable header is replaced by a repaired date. */
  date: isoTime,
  /**
   * When the message arrived. This is the mailbox's date, or else the time of intake. For our own messages it is the
   * start of the send.
   */
  receivedAt: isoTime,
  /**
   * The sort key within the thread. It is `date`, or the arrival when `date` is more than a day ahead. It is always
   * later than the messages this one refers to.
   */
  sortAt: isoTime,
  /**
   * The beginning of the text, up to 16 KiB. When `bodyChunks` is not 0, the rest of the text and the HTML are in
   * `email_bodies`.
   */
  textPreview: z.string(),
  textBytes: count,
  bodyChunks: count,
  /** True when the texts are too long for the store and are in a file of the message. */
  bodyFile: z.boolean(),
  hasHtml: z.boolean(),
  /** Spans of the whole text, at most 500. The last one covers the rest of the text. */
  spans: z.array(replySpan).max(500),
  remoteImageCount: count,
  attachments: z.array(emailAttachment).max(100),
  event: calendarEvent.nullable(),
  authentication: z.object({ spf: authResult, dkim: authResult, dmarc: authResult }).nullable(),
  encrypted: z.enum(['smime', 'pgp']).nullable(),
  /** The `List-Unsubscribe` address of a mailing list, https or mailto. */
  unsubscribe: z.string().max(2000).nullable(),
  bounce: bounceReport.nullable(),
  /** The id of our message that this bounce reports. On that message, `bouncedBy` is the id of the bounce. */
  bounceOf: idText.nullable(),
  bouncedBy: idText.nullable(),
  intent: z.enum(intents).nullable(),
  sentiment: z.enum(sentiments).nullable(),
  /** Thousandths, −1000 to 1000. */
  sentimentMilli: z.int().min(-1000).max(1000).nullable(),
  flags: z.array(z.enum(messageFlags)),
  /** IMAP UID and UIDVALIDITY. 0 and null for a message that is in no mailbox. */
  uid: count,
  uidValidity: z.string().max(20).nullable(),
  /** The fields that two copies of one mail share. `at` is null when the date was repaired. */
  fingerprint: z.object({ from: z.string().max(320), at: z.int().nullable(), subject: z.string().max(998) }),
  /** Copies of the same mail in other channels. */
  alsoIn: z.array(z.object({ channelId: z.string(), messageId: idText })).max(20),
  deliveryStatus: z.enum(deliveryStatuses).nullable(),
  draftId: idText.nullable(),
  /**
   * The folder of this message's files. Attachments are named by their id, a long text is named `body`. Null when there
   * are no files.
   */
  filesKey: z.string().nullable(),
  /** The file key of the raw mail. Null after the raw mail was deleted. */
  rawKey: z.string().nullable(),
  /** From this time on, the raw mail may be deleted. */
  rawUntil: isoTime.nullable(),
  erasedAt: isoTime.nullable(),
  /** The UTC day of the figures: the day of `date`, but never later than the day of arrival. */
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type EmailMessage = z.infer<typeof emailMessage>;

/** One piece of a message's texts. The joined pieces of a message are JSON `{ text, html, remoteImages }`. */
export const emailBody = z.object({ messageId: idText, n: count, piece: z.string() });
export type EmailBody = z.infer<typeof emailBody>;

/**
 * Maps a Message-ID to its thread. The Message-ID may be one that other mails only refer to. The id is a hash of
 * channel and Message-ID.
 */
export const emailMsgid = z.object({
  threadId: idText,
  channelId: z.string(),
  /** The message with that Message-ID. Null when other mails refer to it but the message itself is not stored. */
  messageId: idText.nullable(),
  createdAt: isoTime,
});
export type EmailMsgid = z.infer<typeof emailMsgid>;

const bracketed = z.string().max(1000);

/** A message in API responses. Its Message-IDs have angle brackets. */
export const emailMessageView = emailMessage
  .omit({
    channelId: true,
    sortAt: true,
    textPreview: true,
    textBytes: true,
    bodyChunks: true,
    bodyFile: true,
    filesKey: true,
    sentimentMilli: true,
    fingerprint: true,
    rawKey: true,
    rawUntil: true,
    erasedAt: true,
    day: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({
    id: idText,
    messageId: bracketed,
    inReplyTo: bracketed.nullable(),
    references: z.array(bracketed),
    bodyText: z.string(),
    /** Sanitised HTML. Null when there is none or when it exceeds 100 KiB. */
    bodyHtml: z.string().nullable(),
    /** The text of all `reply` spans, joined. */
    reply: z.string(),
    sentimentScore: z.number().min(-1).max(1).nullable(),
    hasRaw: z.boolean(),
    /** True when `bodyText` is only the beginning of the text. */
    hasMoreText: z.boolean(),
  })
  .meta({ id: 'EmailMessage' });
export type EmailMessageView = z.infer<typeof emailMessageView>;
