import type { NotificationPage } from '#lib/notifications/schemas/notification.ts';
import { get } from './api-client.ts';

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
 * rings here no more. `count` is how many are unread. Asks the server only where something is shown and something unread.
 */
export async function closeRead(count: number, worker: Showing | null): Promise<void> {
  const shown = (await worker?.getNotifications()) ?? [];
  const told = count === 0 ? shown : shown.filter((one) => OF_ONE.test(idOf(one)));
  if (told.length === 0) return;
  const unread = count === 0 ? new Set<string>() : await unreadIds();
  if (unread) for (const one of told) if (!unread.has(idOf(one))) one.close();
}

/** Null where there are more than one answer holds: then nobody knows of the rest. */
async function unreadIds(): Promise<ReadonlySet<string> | null> {
  const { notifications, pagination } = await get<NotificationPage>(UNREAD);
  return pagination.hasNext ? null : new Set(notifications.map(({ id }) => id));
}

const idOf = ({ data }: Shown): string =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : '';
