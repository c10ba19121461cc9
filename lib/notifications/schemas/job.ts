import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { BULK_MAX } from '#lib/notifications/limits.ts';
import { jobStates } from '#lib/notifications/values.ts';
import { notificationBody } from './notification.ts';

export const bulkInput = z.object({
  userIds: z.array(idText).min(1).max(BULK_MAX),
  notification: notificationBody,
  sendPush: z.boolean().default(false),
  sendEmail: z.boolean().default(false),
});
export type BulkInput = z.output<typeof bulkInput>;

export const bulkAnswer = z.object({
  sent: z.int(),
  totalUsers: z.int(),
  successful: z.int(),
  failed: z.int(),
  notificationIds: z.array(idText),
});

/**
 * The progress of an admin's call. A call with the same Idempotency-Key finds this row, and continues it or returns its
 * answer.
 */
export const notificationJob = z.object({
  adminId: idText,
  bodyHash: z.string(),
  /** The number of named users, and of those processed so far. */
  total: z.int().nonnegative(),
  cursor: z.int().nonnegative(),
  done: z.int().nonnegative(),
  /** Named ids without an account. */
  failedUserIds: z.array(z.string()),
  state: z.enum(jobStates),
  /** The answer of a single notification, as JSON text. */
  answer: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  expiresAt: isoTime,
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;
export type NotificationJob = z.infer<typeof notificationJob>;

export const jobAnswer = z.object({
  job: notificationJob
    .pick({ total: true, done: true, cursor: true, state: true, createdAt: true, updatedAt: true })
    .extend({ id: idText, failed: z.int() })
    .meta({ id: 'NotificationJob' }),
});

export const jobParams = z.object({ jobId: idText });

/** The header as sent: 1 to 255 visible ASCII characters, chosen by the caller. */
const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters');
/** The headers of a route that supports an idempotency key. */
export const onceHeaders = z.object({ 'idempotency-key': idempotencyKey.optional() });
