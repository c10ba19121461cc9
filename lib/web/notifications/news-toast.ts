import type { NotificationView } from '#lib/notifications/schemas/notification.ts';

/** The most toasts at once. An older one is removed. */
const MOST_TOASTS = 3;

type News = Pick<NotificationView, 'id' | 'priority' | 'data'>;

/**
 * Returns whether a toast is worth the interruption. It must be important, and neither its page nor the list of
 * notifications is shown. A call needs no toast, because it rings itself.
 */
export function worthTelling({ priority, data }: News, href: string, path: string): boolean {
  if (priority !== 'high' && priority !== 'urgent') return false;
  const target = href.split(/[?#]/, 1)[0];
  return !('callId' in data) && target !== path && !/(^|\/)notifications$/.test(path);
}

/**
 * Returns the toasts after news has arrived, newest last. Toasts already shown keep their place with their newest
 * text.
 */
export function withNews<T extends Pick<News, 'id'>>(shown: readonly T[], news: readonly T[]): readonly T[] {
  const kept = shown.map((notification) => news.find(({ id }) => id === notification.id) ?? notification);
  const fresh = news.filter(({ id }) => !shown.some((notification) => notification.id === id));
  return [...kept, ...fresh.toReversed()].slice(-MOST_TOASTS);
}
