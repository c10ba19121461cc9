import type { Route } from 'next';
import { actionPathOf } from '#lib/notifications/list/view.ts';
import type { NotificationView } from '#lib/notifications/schemas/notification.ts';
import { localLinks } from '#lib/web/i18n/local-links.ts';

/** Where a notification leads, in the language of the page. The console speaks English and has one address. */
export function newsHref({ data }: Pick<NotificationView, 'data'>, prefix: string | null): Route {
  const path = actionPathOf(data, window.location.origin) as Route; // a path of ours, wherever it leads
  return path.startsWith('/admin') ? path : localLinks(prefix)(path);
}
