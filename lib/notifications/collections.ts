import { collection } from '#lib/data/collection.ts';
import { dayFigures } from './schemas/analytics.ts';
import { notificationCounts } from './schemas/counts.ts';
import { notificationDelivery } from './schemas/delivery.ts';
import { notificationJob } from './schemas/job.ts';
import { collapseSlot, deferredNotification, notification } from './schemas/notification.ts';
import { storedPreferences } from './schemas/preferences.ts';

/**
 * `archived` follows from the status and comes first, so that each list has one time order. Each combination of filters
 * has its own index. With merged single indexes, a rare combination in a long list read thousands of rows for a count.
 */
export const Notifications = collection('notifications', {
  label: 'Notification',
  schema: notification,
  indexes: [
    ['userId', 'archived', 'createdAt desc'],
    ['userId', 'archived', 'status', 'createdAt desc'],
    ['userId', 'archived', 'type', 'createdAt desc'],
    ['userId', 'archived', 'priority', 'createdAt desc'],
    ['userId', 'archived', 'status', 'type', 'createdAt desc'],
    ['userId', 'archived', 'status', 'priority', 'createdAt desc'],
    ['userId', 'archived', 'type', 'priority', 'createdAt desc'],
    ['userId', 'archived', 'status', 'type', 'priority', 'createdAt desc'],
    ['userId', 'dueAt'],
    ['dueAt'],
    ['people[]'],
  ],
});

/** The id is the user's id. Every commit that moves one of the user's rows updates this document. */
export const NotificationCounts = collection('notification_counts', {
  label: 'Notification counts',
  schema: notificationCounts,
  indexes: [['countedAt']],
});

/** The id is a hash of the user id and the collapse key. */
export const NotificationCollapse = collection('notification_collapse', {
  label: 'Collapse slot',
  schema: collapseSlot,
  indexes: [],
});

/** The id is the user's id. */
export const NotificationPreferences = collection('notification_preferences', {
  label: 'Preferences',
  schema: storedPreferences,
  indexes: [],
});

/** The id is a hash of the notification id and the channel. */
export const NotificationDeferred = collection('notification_deferred', {
  label: 'Deferred news',
  schema: deferredNotification,
  indexes: [['windowEnd'], ['userId', 'channel', 'windowEnd']],
});

/** The id is a hash of the effect id, the channel and the registration id. */
export const NotificationDeliveries = collection('notification_deliveries', {
  label: 'Delivery',
  schema: notificationDelivery,
  indexes: [
    ['createdAt desc'],
    ['notificationId', 'createdAt desc'],
    ['userId', 'createdAt desc'],
    ['channel', 'createdAt desc'],
    ['status', 'createdAt desc'],
  ],
  ttl: 'expiresAt',
});

/** The id is a hash of the admin's id and the Idempotency-Key, or random. */
export const NotificationJobs = collection('notification_jobs', {
  label: 'Notification job',
  schema: notificationJob,
  indexes: [],
  ttl: 'expiresAt',
});

/** The id is `<YYYY-MM-DD>_<shard>`. */
export const NotificationStats = collection('notification_stats', {
  label: 'Notification figures',
  schema: dayFigures,
  indexes: [],
});
