import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { pageLimit } from '#lib/core/paging.ts';
import { wholeInQuery } from '#lib/core/query-values.ts';
import { isoTime, moment } from '#lib/core/time.ts';
import { locales } from '#lib/i18n/values.ts';
import { COLLAPSE_KEY_MAX, DATA_MAX_BYTES, MESSAGE_MAX, TITLE_MAX } from '#lib/notifications/limits.ts';
import {
  archiveReasons,
  deferReasons,
  notificationPriorities,
  notificationStatuses,
  notificationTypes,
  notSentReasons,
  outwardChannels,
} from '#lib/notifications/values.ts';

/** The decision for a channel when the notification was created. The deliveries hold the outcome. */
const channelPlan = z.enum(['due', ...deferReasons, ...notSentReasons, 'not_asked']);
export type ChannelPlan = z.infer<typeof channelPlan>;

/** A notification to a user. The id is random, or a hash of its cause. */
export const notification = z.object({
  userId: idText,
  type: z.enum(notificationTypes),
  title: z.string().max(TITLE_MAX),
  message: z.string().max(MESSAGE_MAX),
  /** JSON as text, because callers send values that no document can hold, such as arrays in arrays. */
  data: z.string(),
  priority: z.enum(notificationPriorities),
  status: z.enum(notificationStatuses),
  /** For a collapsed row, the time of its newest text. */
  createdAt: isoTime,
  readAt: isoTime.nullable(),
  expiresAt: isoTime.nullable(),
  archived: z.boolean(),
  archivedAt: isoTime.nullable(),
  archivedReason: z.enum(archiveReasons).nullable(),
  /** When the row next moves automatically: into the archive by expiry or age, or out of the archive and the store. */
  dueAt: isoTime.nullable(),
  collapseKey: z.string().max(COLLAPSE_KEY_MAX).nullable(),
  /** The number of further notifications that were collapsed into this row. */
  collapsedCount: z.int().nonnegative(),
  /** The day whose figures count this row, for the read too: the day of its first text. */
  countedOn: z.string(),
  /** The template of the text, rendered in the recipient's language; null when a caller sent the text itself. */
  template: z.string().max(80).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The users whose names appear in the text: the sender first, then those mentioned. */
  people: z.array(idText).default([]),
  locale: z.enum(locales),
  /** What created it, for support: a route, a cause, or a bulk job. */
  source: z.string().max(200),
  plan: z.object({ push: channelPlan, email: channelPlan }),
});
export type Notification = z.infer<typeof notification>;

/** Maps a collapse key to its unread row. */
export const collapseSlot = z.object({ notificationId: idText });

/** A notification that waits for the end of quiet hours or for its digest. */
export const deferredNotification = z.object({
  userId: idText,
  notificationId: idText,
  channel: z.enum(outwardChannels),
  windowEnd: isoTime,
  reason: z.enum(deferReasons),
});
export type DeferredNotification = z.infer<typeof deferredNotification>;

export const notificationView = z
  .object({
    id: idText,
    userId: idText,
    type: z.enum(notificationTypes),
    title: z.string(),
    message: z.string(),
    data: z.record(z.string(), z.unknown()),
    priority: z.enum(notificationPriorities),
    status: z.enum(notificationStatuses),
    createdAt: isoTime,
    readAt: isoTime.nullable(),
    expiresAt: isoTime.optional(),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof notificationView>;

/** A time, or a day, which means its beginning in UTC. */
const momentOrDay = z.union([z.iso.date().transform((day) => `${day}T00:00:00.000Z`), moment]);

export const notificationsQuery = z
  .object({
    page: wholeInQuery('must be a whole number of at least 1', { least: 1, most: 999_999_999 }).default(1),
    limit: pageLimit(20, 100),
    status: z.enum(notificationStatuses).optional(),
    type: z.enum(notificationTypes).optional(),
    priority: z.enum(notificationPriorities).optional(),
    before: momentOrDay.optional(),
    after: momentOrDay.optional(),
  })
  .refine(({ page, limit }) => page * limit <= 10_000, {
    error: 'is too large: only the newest 10,000 notifications can be listed',
    path: ['page'],
  });
export type NotificationsQuery = z.output<typeof notificationsQuery>;

export const notificationPage = z.object({
  notifications: z.array(notificationView),
  pagination: z.object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  }),
  unreadCount: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPage>;

/** Free-form data, small enough to travel with a push. */
export const notificationData = z
  .record(z.string(), z.unknown())
  .refine(
    (data) => Buffer.byteLength(JSON.stringify(data)) <= DATA_MAX_BYTES,
    `must be at most ${DATA_MAX_BYTES} bytes`,
  );

/** Text that is stored as sent, including leading and trailing spaces. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.trim() !== '', 'must contain visible text');

/** The text and the type of a notification, as a caller sends them. */
export const notificationBody = z.object({
  type: z.enum(notificationTypes),
  title: words(TITLE_MAX),
  message: words(MESSAGE_MAX),
  priority: z.enum(notificationPriorities).default('normal'),
  data: notificationData.default({}),
});

export const createNotificationInput = notificationBody.extend({
  userId: idText,
  expiresAt: moment.optional(),
});
export type CreateNotificationInput = z.output<typeof createNotificationInput>;

export const notificationCreated = z.object({
  notification: notificationView,
  delivered: z.boolean(),
  pushSent: z.boolean(),
});
export type NotificationCreated = z.infer<typeof notificationCreated>;

export const notificationMoved = z.object({
  notification: notificationView.pick({ id: true, status: true, readAt: true }),
  unreadCount: z.int(),
});
export const notificationDeleted = z.object({ deleted: z.literal(true), notificationId: idText });

/** Accepted in the body or in the query. */
export const readAllInput = z.object({ type: z.enum(notificationTypes).optional(), before: momentOrDay.optional() });
export type ReadAllInput = z.output<typeof readAllInput>;
export const readAllAnswer = z.object({ markedCount: z.int(), unreadCount: z.int() });

export const notificationParams = z.object({ id: idText });
