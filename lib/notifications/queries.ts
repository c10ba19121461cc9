import type { Cursor } from '#lib/data/query.ts';
import { from } from '#lib/data/query.ts';
import { NotificationCounts, NotificationDeferred, NotificationDeliveries, Notifications } from './collections.ts';
import type { NotificationsQuery } from './schemas/notification.ts';
import { type DeliveryChannel, type DeliveryStatus, type OutwardChannel, outwardChannels } from './values.ts';

export type NotificationFilter = { readonly userId: string } & Partial<
  Pick<NotificationsQuery, 'status' | 'type' | 'priority' | 'before' | 'after'>
>;

/** The rows that match a filter, for counting. Without a status, archived rows are excluded. */
export function matching({ userId, status, type, priority, before, after }: NotificationFilter) {
  let query = from(Notifications)
    .where('userId', '==', userId)
    .where('archived', '==', status === 'archived');
  if (status && status !== 'archived') query = query.where('status', '==', status);
  if (type) query = query.where('type', '==', type);
  if (priority) query = query.where('priority', '==', priority);
  if (before) query = query.where('createdAt', '<', before);
  if (after) query = query.where('createdAt', '>', after);
  return before || after ? query.orderBy('createdAt', 'desc') : query;
}

/** The same rows, newest first. */
export function newestFirst(filter: NotificationFilter, limit: number, cursor?: Cursor) {
  const query = matching(filter);
  return (query.orders.length > 0 ? query : query.orderBy('createdAt', 'desc')).limit(limit).after(cursor);
}

/** Count documents, the longest unchecked first. */
export const countsByAge = (limit: number, after?: Cursor) =>
  from(NotificationCounts).orderBy('countedAt').limit(limit).after(after);

/** A user's rows that are due for an automatic move. */
export const dueOf = (userId: string, at: string, limit: number) =>
  from(Notifications).where('userId', '==', userId).where('dueAt', '<=', at).orderBy('dueAt').limit(limit);

/** The due rows of all users, the longest due first. */
export const dueByNow = (at: string, limit: number) =>
  from(Notifications).where('dueAt', '<=', at).orderBy('dueAt').limit(limit);

/** All notifications of a user, archived or not, for deletion. */
export const allOf = (userId: string, limit: number) =>
  from(Notifications)
    .where('userId', '==', userId)
    .where('archived', 'in', [false, true])
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** Notifications of any user whose text contains this user's name. */
export const naming = (userId: string, limit: number) =>
  from(Notifications).where('people', 'has', userId).limit(limit);

export const deferredUntil = (at: string, limit: number) =>
  from(NotificationDeferred).where('windowEnd', '<=', at).orderBy('windowEnd').limit(limit);

export const deferredFor = (userId: string, channel: OutwardChannel, at: string, limit: number) =>
  from(NotificationDeferred)
    .where('userId', '==', userId)
    .where('channel', '==', channel)
    .where('windowEnd', '<=', at)
    .orderBy('windowEnd')
    .limit(limit);

export const deferredOf = (userId: string, limit: number) =>
  from(NotificationDeferred)
    .where('userId', '==', userId)
    .where('channel', 'in', outwardChannels)
    .orderBy('windowEnd')
    .limit(limit);

export type DeliveryFilter = {
  readonly userId?: string | undefined;
  readonly notificationId?: string | undefined;
  readonly channel?: DeliveryChannel | undefined;
  readonly status?: DeliveryStatus | undefined;
};

/**
 * Deliveries of all users, latest first. Rare combinations of filters use merged indexes, because only operators use
 * them.
 */
export function deliveriesNewestFirst(filter: DeliveryFilter, limit: number, after?: Cursor) {
  let query = from(NotificationDeliveries);
  if (filter.userId) query = query.where('userId', '==', filter.userId);
  if (filter.notificationId) query = query.where('notificationId', '==', filter.notificationId);
  if (filter.channel) query = query.where('channel', '==', filter.channel);
  if (filter.status) query = query.where('status', '==', filter.status);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** The deliveries of a notification, latest first. */
export const deliveriesOf = (notificationId: string, limit: number) =>
  from(NotificationDeliveries).where('notificationId', '==', notificationId).orderBy('createdAt', 'desc').limit(limit);
