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
  failed: z.int().nonnegative(),
  state: z.enum(jobStates),
  /** The answer of a single notification, as text. */
  answer: z.string().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
  expiresAt: isoTime,
});
export type NotificationJob = z.infer<typeof notificationJob>;

export const jobAnswer = z.object({
  job: notificationJob
    .pick({ total: true, done: true, failed: true, cursor: true, state: true, createdAt: true, updatedAt: true })
    .extend({ id: idText })
    .meta({ id: 'NotificationJob' }),
});
