import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { threadFlags, threadStatuses } from '#lib/crm/threads/values.ts';
import { intents, sentiments, urgencies } from '#lib/language/values.ts';
import { emailPerson, languageCode } from '#lib/mail/schemas/person.ts';

const count = z.int().nonnegative();

/** A stored email thread. The id is `thr_…`. */
export const emailThread = z.object({
  status: z.enum(threadStatuses),
  sourceChannel: z.string(),
  /** The subject of the first message. Later messages never rename a thread. */
  subject: z.string().max(998),
  /** The subject of the last inbound message. Replies use it. */
  lastInboundSubject: z.string().max(998).nullable(),
  contact: z.object({ id: idText.nullable(), email: z.string().max(320), name: z.string().max(200).nullable() }),
  participants: z.array(emailPerson).max(200),
  /**
   * The contact ids of all participants, even when no such contact is stored. Search and erasure find threads by these
   * ids.
   */
  participantIds: z.array(idText).max(200),
  /** The contacts who wrote in this thread. */
  writerIds: z.array(idText).max(200),
  messageCount: count,
  inboundCount: count,
  outboundCount: count,
  /** How many of the inbound messages are from people. */
  humanCount: count,
  unreadCount: count,
  /**
   * The message that decides status, preview and drafts: the latest one from a person or from us. Null when there is
   * neither.
   */
  latestId: idText.nullable(),
  /** The sort key of the list: when the last message arrived or was sent. */
  lastMessageAt: isoTime,
  lastInboundAt: isoTime.nullable(),
  lastInboundId: idText.nullable(),
  lastOutboundAt: isoTime.nullable(),
  preview: z.string().max(160),
  intent: z.enum(intents).nullable(),
  sentiment: z.enum(sentiments).nullable(),
  urgency: z.enum(urgencies).nullable(),
  language: languageCode.nullable(),
  summary: z.string().max(400).nullable(),
  activeDraftId: idText.nullable(),
  activeDraftStatus: z.enum(draftStatuses).nullable(),
  openTaskCount: count,
  hasAttachments: z.boolean(),
  flags: z.array(z.enum(threadFlags)),
  reopenCount: count,
  resolvedAt: isoTime.nullable(),
  /** The previous thread of this conversation. It was resolved too long ago to be reopened. */
  previousThreadId: idText.nullable(),
  /** The announcement thread that this thread answers. */
  relatedThreadId: idText.nullable(),
  /** Ids of threads merged into this one. Their rows may still carry the old id. */
  mergedFrom: z.array(idText).max(29),
  /** The thread that this one was merged into. Null for a thread that was not merged. Readers follow the link. */
  mergedInto: idText.nullable(),
  /**
   * For the figures: when the first message, the first message of a person, and our first reply to that were written.
   */
  beganAt: isoTime,
  askedAt: isoTime.nullable(),
  firstReplyAt: isoTime.nullable(),
  /** When the contents were blanked on request. */
  erasedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Increases with every change that can conflict with a person's edit. */
  version: z.int().positive(),
});
export type EmailThread = z.infer<typeof emailThread>;

/** A thread in API responses (`EmailThreadRecord` of the interface). */
export const emailThreadRecord = emailThread
  .omit({
    lastInboundSubject: true,
    lastInboundId: true,
    participantIds: true,
    writerIds: true,
    humanCount: true,
    latestId: true,
    mergedInto: true,
    beganAt: true,
    askedAt: true,
    firstReplyAt: true,
  })
  .extend({ id: idText, sourceChannelName: z.string() })
  .meta({ id: 'EmailThreadRecord' });
export type EmailThreadRecord = z.infer<typeof emailThreadRecord>;
