import type { Route } from 'next';
import { actionPathOf } from '#lib/notifications/list/view.ts';
import type { NotificationView } from '#lib/notifications/schemas/notification.ts';
import { localLinks } from '#lib/web/i18n/local-links.ts';

/**
 * Returns the link of a notification in the language of the page. The console exists only in English, under one
 * address.
 */
export function notificationHref({ data }: Pick<NotificationView, 'data'>, prefix: string | null): Route {
  const path = actionPathOf(data, window.location.origin) as Route; // always a path of our site
  return path.startsWith('/admin') ? path : localLinks(prefix)(path);
}
