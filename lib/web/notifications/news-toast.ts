import type { NotificationView } from '#lib/notifications/schemas/notification.ts';

/** So many at once; an older one gives way. */
const MOST_TOASTS = 3;

type News = Pick<NotificationView, 'id' | 'priority' | 'data'>;

/**
 * Whether a toast is worth the interruption: it matters, its page is not the one that is shown, nor the list of all, and
 * it is no call, which rings for itself.
 */
export function worthTelling({ priority, data }: News, href: string, path: string): boolean {
  if (priority !== 'high' && priority !== 'urgent') return false;
  const target = href.split(/[?#]/, 1)[0];
  return !('callId' in data) && target !== path && !/(^|\/)notifications$/.test(path);
}

/** What is shown after news has come, the newest last; what is shown already stays where it is, in its newest words. */
export function withNews<T extends Pick<News, 'id'>>(shown: readonly T[], news: readonly T[]): readonly T[] {
  const kept = shown.map((one) => news.find(({ id }) => id === one.id) ?? one);
  const fresh = news.filter(({ id }) => !shown.some((one) => one.id === id));
  return [...kept, ...fresh.toReversed()].slice(-MOST_TOASTS);
}
