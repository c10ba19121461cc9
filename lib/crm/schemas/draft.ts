import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { draftSources, draftStatuses } from '#lib/crm/drafts/values.ts';
import { sendStages } from '#lib/crm/mailboxes/values.ts';
import { confidences } from '#lib/language/values.ts';

/**
 * Why the last attempt to send did not end in `sent`. `message` comes from us or from the server, never from the mail.
 */
export const sendError = z.object({
  code: z.string().max(60),
  responseCode: z.int().nullable(),
  stage: z.enum(sendStages),
  message: z.string().max(200),
  at: isoTime,
});

/** A reply that has not been sent yet. The id is `drf_…`. */
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
  /** The generated text. Null for a draft that a person began. */
  originalBody: z.string().max(20_000).nullable(),
  source: z.enum(draftSources),
  provider: z.string().max(60).nullable(),
  model: z.string().max(120).nullable(),
  promptVersion: z.string().max(40).nullable(),
  confidence: z.enum(confidences).nullable(),
  openSlots: z.array(z.string().max(120)).max(50),
  foreignLinks: z.array(z.string().max(2000)).max(50),
  /** True when a person's newer mail arrived after the draft was edited or approved. */
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
  /** Automatic retries since a person last asked for a send. */
  retries: z.int().nonnegative(),
  nextAttemptAt: isoTime.nullable(),
  lastError: sendError.nullable(),
  sentAt: isoTime.nullable(),
  /** The Message-ID of the outgoing mail, without brackets. All attempts use the same one. */
  messageId: z.string().max(998).nullable(),
  redirected: z.boolean(),
  /**
   * The original values of the fields above, without the overrides of the current send. Null when no send is held back,
   * in progress or being retried.
   */
  own: z
    .object({ toEmail: z.string(), toName: z.string().nullable(), subject: z.string(), redirected: z.boolean() })
    .nullable()
    .default(null),
  supersededBy: idText.nullable(),
  /** When the draft will be sent unless the send is cancelled before, and who scheduled the send. */
  sendAt: isoTime.nullable(),
  scheduledBy: idText.nullable(),
  /** When the current attempt was claimed. Null unless the status is `sending`. */
  claimedAt: isoTime.nullable(),
  /** Identifies the call that made the last claim. Missing before the first claim and in older rows. */
  claimId: idText.optional(),
  /** Until when an unknown outcome is looked up in the mailbox of sent mail. */
  lookUntil: isoTime.nullable(),
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type EmailDraft = z.infer<typeof emailDraft>;

/** A draft in API responses. */
export const emailDraftView = emailDraft
  .omit({ channelId: true, own: true, retries: true, scheduledBy: true, claimedAt: true, claimId: true, day: true })
  .extend({ id: idText })
  .meta({ id: 'EmailDraft' });
export type EmailDraftView = z.infer<typeof emailDraftView>;
