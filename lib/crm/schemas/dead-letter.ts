import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** A mail that could not be read, kept whole for a person; the id is `dlt_…`. */
export const deadLetter = z.object({
  channelId: z.string(),
  via: z.enum(['imap', 'webhook']),
  uid: z.int().nonnegative(),
  uidValidity: z.string().max(20).nullable(),
  sizeBytes: z.int().nonnegative(),
  /** Where the raw mail lies; null where it was too large to keep. */
  rawKey: z.string().nullable(),
  /** The fault as a code; never a text of the mail. */
  errorCode: z.string().max(60),
  /** As far as the header could be read. */
  from: z.string().max(320).nullable(),
  subject: z.string().max(998).nullable(),
  attempts: z.int().positive(),
  status: z.enum(['waiting', 'read']),
  /** What it became when a retry worked. */
  messageId: idText.nullable(),
  threadId: idText.nullable(),
  expiresAt: isoTime,
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** A dead letter as it is answered. */
export const deadLetterView = deadLetter
  .omit({ rawKey: true, day: true })
  .extend({ id: idText, hasRaw: z.boolean() })
  .meta({ id: 'EmailDeadLetter' });
export type DeadLetterView = z.infer<typeof deadLetterView>;
