import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { draftStatuses } from '#lib/crm/drafts/values.ts';
import { threadFlags, threadStatuses } from '#lib/crm/threads/values.ts';
import { intents, sentiments, urgencies } from '#lib/language/values.ts';
import { emailPerson, languageCode } from '#lib/mail/schemas/person.ts';

const count = z.int().nonnegative();

/** A conversation by mail as stored; the id is `thr_…`. */
export const emailThread = z.object({
  status: z.enum(threadStatuses),
  sourceChannel: z.string(),
  /** Of the first message: what comes later never renames a thread. */
  subject: z.string().max(998),
  /** Of the last inbound message: what a reply goes out under. */
  lastInboundSubject: z.string().max(998).nullable(),
  contact: z.object({ id: idText.nullable(), email: z.string().max(320), name: z.string().max(200).nullable() }),
  participants: z.array(emailPerson).max(200),
  /** The contact ids of all participants, whether there is such a contact or not: what is found and erased by. */
  participantIds: z.array(idText).max(200),
  /** The contacts who wrote here. */
  writerIds: z.array(idText).max(200),
  messageCount: count,
  inboundCount: count,
  outboundCount: count,
  /** Mails of people among the inbound ones. */
  humanCount: count,
  unreadCount: count,
  /** The mail that decides status, preview and drafts: the latest of a person or of ours; null while there is neither. */
  latestId: idText.nullable(),
  /** What the list is sorted by: when the last of its mails arrived or was sent. */
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
  /** The thread this one would have reopened, had it not been resolved for so long. */
  previousThreadId: idText.nullable(),
  /** The announcement this one answers. */
  relatedThreadId: idText.nullable(),
  /** Ids that live on in this thread; their rows may still be named by the old id. */
  mergedFrom: z.array(idText).max(29),
  /** The thread this one has gone into; null while it lives. Readers go there. */
  mergedInto: idText.nullable(),
  /** For the figures: when its first mail was written, its first mail of a person, and our first reply to that. */
  beganAt: isoTime,
  askedAt: isoTime.nullable(),
  firstReplyAt: isoTime.nullable(),
  /** Its contents were blanked on somebody's wish. */
  erasedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** Goes up with every change a person may collide with. */
  version: z.int().positive(),
});
export type EmailThread = z.infer<typeof emailThread>;

/** A thread as it is answered (`EmailThreadRecord` of the interface). */
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
