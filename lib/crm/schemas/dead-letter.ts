import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** A mail that could not be read, kept whole so that an admin can look at it. The id is `dlt_…`. */
export const deadLetter = z.object({
  channelId: z.string(),
  via: z.enum(['imap', 'webhook']),
  uid: z.int().nonnegative(),
  uidValidity: z.string().max(20).nullable(),
  sizeBytes: z.int().nonnegative(),
  /** The file key of the raw mail. Null when the mail was too large to keep. */
  rawKey: z.string().nullable(),
  /** The error as a code. It never contains text of the mail. */
  errorCode: z.string().max(60),
  /** Sender and subject, as far as the header could be read. */
  from: z.string().max(320).nullable(),
  subject: z.string().max(998).nullable(),
  attempts: z.int().positive(),
  status: z.enum(['waiting', 'read']),
  /** The message and thread that a successful retry created. */
  messageId: idText.nullable(),
  threadId: idText.nullable(),
  expiresAt: isoTime,
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** A dead letter in API responses. */
export const deadLetterView = deadLetter
  .omit({ rawKey: true, day: true })
  .extend({ id: idText, hasRaw: z.boolean() })
  .meta({ id: 'EmailDeadLetter' });
export type DeadLetterView = z.infer<typeof deadLetterView>;
