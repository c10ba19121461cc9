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
  /** False where the mail was too large to keep it, or it was erased. */
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
 * A mail as stored, inbound and outbound; the row stays below 64 KiB. Texts longer than the preview, and all HTML, lie in
 * `email_bodies`. Message-IDs are kept without brackets.
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
  /** As the mail says, repaired where it says nothing that can be read. */
  date: isoTime,
  /** When it arrived: as its mailbox says, else when it was taken in; of our own sends the moment they were begun. */
  receivedAt: isoTime,
  /** What the thread is ordered by: `date`, or the arrival where the date lies more than a day ahead; after all it names. */
  sortAt: isoTime,
  /** The beginning of the text, up to 16 KiB; the rest and the HTML are in `email_bodies` when `bodyChunks` is not 0. */
  textPreview: z.string(),
  textBytes: count,
  bodyChunks: count,
  /** The texts are too much for the store: they lie in a file of the message. */
  bodyFile: z.boolean(),
  hasHtml: z.boolean(),
  /** Over the whole text; at most 500, the rest of the text counts as the last. */
  spans: z.array(replySpan).max(500),
  remoteImageCount: count,
  attachments: z.array(emailAttachment).max(100),
  event: calendarEvent.nullable(),
  authentication: z.object({ spf: authResult, dkim: authResult, dmarc: authResult }).nullable(),
  encrypted: z.enum(['smime', 'pgp']).nullable(),
  /** List-Unsubscribe, https or mailto, of a mailing list. */
  unsubscribe: z.string().max(2000).nullable(),
  bounce: bounceReport.nullable(),
  /** Our message this bounce is about, and on that message the bounce. */
  bounceOf: idText.nullable(),
  bouncedBy: idText.nullable(),
  intent: z.enum(intents).nullable(),
  sentiment: z.enum(sentiments).nullable(),
  /** Thousandths, −1000 to 1000. */
  sentimentMilli: z.int().min(-1000).max(1000).nullable(),
  flags: z.array(z.enum(messageFlags)),
  /** IMAP UID and UIDVALIDITY; 0 and null for what no mailbox holds. */
  uid: count,
  uidValidity: z.string().max(20).nullable(),
  /** What two copies of one mail agree in; `at` is null where the date was repaired. */
  fingerprint: z.object({ from: z.string().max(320), at: z.int().nullable(), subject: z.string().max(998) }),
  /** The same mail in other channels. */
  alsoIn: z.array(z.object({ channelId: z.string(), messageId: idText })).max(20),
  deliveryStatus: z.enum(deliveryStatuses).nullable(),
  draftId: idText.nullable(),
  /** The folder of this message's files: attachments go by their id, a long text by `body`; null where it has none. */
  filesKey: z.string().nullable(),
  /** Where the raw mail lies; null once it was cleared away. */
  rawKey: z.string().nullable(),
  /** When the raw mail may be cleared away. */
  rawUntil: isoTime.nullable(),
  erasedAt: isoTime.nullable(),
  /** UTC day for the figures: of its date, and never later than its arrival. */
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type EmailMessage = z.infer<typeof emailMessage>;

/** A piece of a mail's texts: pieces of one message put together are JSON `{ text, html, remoteImages }`. */
export const emailBody = z.object({ messageId: idText, n: count, piece: z.string() });
export type EmailBody = z.infer<typeof emailBody>;

/** Which thread a Message-ID belongs to, also one that was only named; the id is a hash of channel and Message-ID. */
export const emailMsgid = z.object({
  threadId: idText,
  channelId: z.string(),
  /** The message of that id; null while it was only named. */
  messageId: idText.nullable(),
  createdAt: isoTime,
});
export type EmailMsgid = z.infer<typeof emailMsgid>;

const bracketed = z.string().max(1000);

/** A message as it is answered; Message-IDs carry their brackets. */
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
    /** Sanitised; null where there is none, or more than 100 KiB of it. */
    bodyHtml: z.string().nullable(),
    /** The reply spans joined. */
    reply: z.string(),
    sentimentScore: z.number().min(-1).max(1).nullable(),
    hasRaw: z.boolean(),
  })
  .meta({ id: 'EmailMessage' });
export type EmailMessageView = z.infer<typeof emailMessageView>;
