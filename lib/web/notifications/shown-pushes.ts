import type { NotificationPage } from '#lib/notifications/schemas/notification.ts';
import { get } from '#lib/web/api/api-client.ts';

/** The worker sends the same request. */
const UNREAD = '/api/notifications?status=unread&limit=100';
/** The id of a single notification. A summary of several has another. */
const OF_ONE = /^ntf_/;

type Shown = Pick<Notification, 'close'> & { readonly data: unknown };
type Showing = { readonly getNotifications: () => Promise<readonly Shown[]> };

/** Returns the service worker of this browser if it shows our notifications. */
export async function workerHere(): Promise<Showing | null> {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/**
 * Closes shown notifications that were read since, in a page or on another device. A call answered there stops
 * ringing here. The list of shown ones is read before the server is asked, so a new notification is never closed.
 */
export async function closeRead(worker: Showing | null): Promise<void> {
  const shown = (await worker?.getNotifications()) ?? [];
  if (shown.length === 0) return;
  const { notifications, pagination, unreadCount } = await get<NotificationPage>(UNREAD);
  if (pagination.hasNext) return; // more than one page: the rest is unknown
  const unread = new Set(notifications.map(({ id }) => id));
  const isRead = (id: string): boolean => OF_ONE.test(id) && !unread.has(id);
  for (const notification of shown) if (unreadCount === 0 || isRead(idOf(notification))) notification.close();
}

const idOf = ({ data }: Shown): string =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : '';
