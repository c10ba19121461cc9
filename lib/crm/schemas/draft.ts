import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { draftSources, draftStatuses } from '#lib/crm/drafts/values.ts';
import { sendStages } from '#lib/crm/mailboxes/values.ts';
import { confidences } from '#lib/language/values.ts';

/** Why the last attempt to send did not end in `sent`. `message` is ours or the server's, never the mail's. */
export const sendError = z.object({
  code: z.string().max(60),
  responseCode: z.int().nullable(),
  stage: z.enum(sendStages),
  message: z.string().max(200),
  at: isoTime,
});

/** A reply before it is one; the id is `drf_…`. */
export const emailDraft = z.object({
  threadId: idText,
  channelId: z.string(),
  replyToMessageId: idText.nullable(),
  status: z.enum(draftStatuses),
  version: z.int().positive(),
  subject: z.string().max(500),
  toEmail: z.string().max(320),
  toName: z.string().max(200).nullable(),
  body: z.string().max(20_000),
  /** What was proposed; null for one a person began. */
  originalBody: z.string().max(20_000).nullable(),
  source: z.enum(draftSources),
  provider: z.string().max(60).nullable(),
  model: z.string().max(120).nullable(),
  promptVersion: z.string().max(40).nullable(),
  confidence: z.enum(confidences).nullable(),
  openSlots: z.array(z.string().max(120)).max(50),
  foreignLinks: z.array(z.string().max(2000)).max(50),
  /** A newer mail of a person came after it was edited or approved. */
  stale: z.boolean(),
  reviewerId: idText.nullable(),
  approvedAt: isoTime.nullable(),
  approvedVersion: z.int().positive().nullable(),
  rejectedBy: idText.nullable(),
  rejectedAt: isoTime.nullable(),
  rejectReason: z.string().max(1000).nullable(),
  editedBy: idText.nullable(),
  editedAt: isoTime.nullable(),
  attempts: z.int().nonnegative(),
  /** Tries made by itself since a person last asked for one. */
  retries: z.int().nonnegative(),
  nextAttemptAt: isoTime.nullable(),
  lastError: sendError.nullable(),
  sentAt: isoTime.nullable(),
  /** The Message-ID it goes out under, the same over all attempts; no brackets. */
  messageId: z.string().max(998).nullable(),
  redirected: z.boolean(),
  /** What the fields above are without the wish of the present send; null where none is held back, on its way or tried again. */
  own: z
    .object({ toEmail: z.string(), toName: z.string().nullable(), subject: z.string(), redirected: z.boolean() })
    .nullable()
    .default(null),
  supersededBy: idText.nullable(),
  /** When it goes out unless somebody takes it back until then, and who asked for that. */
  sendAt: isoTime.nullable(),
  scheduledBy: idText.nullable(),
  /** When the present attempt was claimed; null unless `sending`. */
  claimedAt: isoTime.nullable(),
  /** Until when an unknown outcome is looked for in the mailbox of sent mail. */
  lookUntil: isoTime.nullable(),
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type EmailDraft = z.infer<typeof emailDraft>;

/** A draft as it is answered. */
export const emailDraftView = emailDraft
  .omit({ channelId: true, own: true, retries: true, scheduledBy: true, claimedAt: true, day: true })
  .extend({ id: idText })
  .meta({ id: 'EmailDraft' });
export type EmailDraftView = z.infer<typeof emailDraftView>;
