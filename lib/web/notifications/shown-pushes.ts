import type { NotificationPage } from '#lib/notifications/schemas/notification.ts';
import { get } from '#lib/web/api/api-client.ts';

/** As the worker asks, too. */
const UNREAD = '/api/notifications?status=unread&limit=100';
/** What one notification has for an id; a summary of several has another. */
const OF_ONE = /^ntf_/;

type Shown = Pick<Notification, 'close'> & { readonly data: unknown };
type Showing = { readonly getNotifications: () => Promise<readonly Shown[]> };

/** The worker of this browser, where it shows notifications of ours. */
export async function workerHere(): Promise<Showing | null> {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration('/')) ?? null;
}

/**
 * Takes from the screen what was read since it was shown, in a page or on another device: a call that was answered there
 * rings here no more. The server is asked after looking what is shown, so what has only just come is never taken away.
 */
export async function closeRead(worker: Showing | null): Promise<void> {
  const shown = (await worker?.getNotifications()) ?? [];
  if (shown.length === 0) return;
  const { notifications, pagination, unreadCount } = await get<NotificationPage>(UNREAD);
  if (pagination.hasNext) return; // more than one answer holds: of the rest nobody knows
  const unread = new Set(notifications.map(({ id }) => id));
  const isRead = (id: string): boolean => OF_ONE.test(id) && !unread.has(id);
  for (const one of shown) if (unreadCount === 0 || isRead(idOf(one))) one.close();
}

const idOf = ({ data }: Shown): string =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : '';
