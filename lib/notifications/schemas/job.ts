import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { BULK_MAX, jobStates } from '#lib/notifications/values.ts';
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

/** What a call of an admin has done so far. A call under an Idempotency-Key finds it again and goes on, or is answered from it. */
export const notificationJob = z.object({
  adminId: idText,
  bodyHash: z.string(),
  /** How many people were named, and how many of them have been looked at. */
  total: z.int().nonnegative(),
  cursor: z.int().nonnegative(),
  done: z.int().nonnegative(),
  /** People who could not be told: there is no such account. */
  failedUserIds: z.array(z.string()),
  state: z.enum(jobStates),
  /** The answer of a single notification, as text. */
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

/** As it is sent: 1 to 255 visible ASCII characters, chosen by the caller. */
const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters');
/** The headers of a route that honours a key. */
export const onceHeaders = z.object({ 'idempotency-key': idempotencyKey.optional() });
