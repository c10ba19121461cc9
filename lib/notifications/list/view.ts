import type { Row } from '#lib/data/store.ts';
import type { Notification, NotificationView } from '#lib/notifications/schemas/notification.ts';

/** Returns a notification as its owner sees it. */
export const viewOf = ({ id, data: row }: Pick<Row<Notification>, 'id' | 'data'>): NotificationView => ({
  id,
  userId: row.userId,
  type: row.type,
  title: row.title,
  message: row.message,
  data: dataOf(row),
  priority: row.priority,
  status: row.status,
  createdAt: row.createdAt,
  readAt: row.readAt,
  ...(row.expiresAt !== null && { expiresAt: row.expiresAt }),
});

export const dataOf = ({ data }: Pick<Notification, 'data'>): Record<string, unknown> =>
  JSON.parse(data) as Record<string, unknown>; // written by JSON.stringify of an object

/**
 * Returns the path that a click opens, which must be on our own site. Any other address becomes the list. So does a
 * path that a browser would read as another host.
 */
export function actionPathOf({ actionUrl }: Readonly<Record<string, unknown>>, origin: string): string {
  const target = typeof actionUrl === 'string' && URL.canParse(actionUrl, origin) ? new URL(actionUrl, origin) : null;
  const isOurs = target?.origin === origin && target.username === '' && target.password === '';
  return isOurs && /^\/(?!\/)/.test(target.pathname)
    ? `${target.pathname}${target.search}${target.hash}`
    : '/notifications';
}
