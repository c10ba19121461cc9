import type { NotificationView } from '#lib/notifications/schemas/notification.ts';

/** The most toasts at once. An older one is removed. */
const MOST_TOASTS = 3;

type Toast = Pick<NotificationView, 'id' | 'priority' | 'data'>;

/**
 * Returns whether a toast is worth the interruption. It must be important, and neither its page nor the list of
 * notifications is shown. A call needs no toast, because it rings itself.
 */
export function isWorthToast({ priority, data }: Toast, href: string, path: string): boolean {
  if (priority !== 'high' && priority !== 'urgent') return false;
  const target = href.split(/[?#]/, 1)[0];
  return !('callId' in data) && target !== path && !/(^|\/)notifications$/.test(path);
}

/**
 * Returns the toasts after notifications have arrived, newest last. Toasts already shown keep their place with their
 * newest text.
 */
export function withNewToasts<T extends Pick<Toast, 'id'>>(shown: readonly T[], arrived: readonly T[]): readonly T[] {
  const kept = shown.map((notification) => arrived.find(({ id }) => id === notification.id) ?? notification);
  const fresh = arrived.filter(({ id }) => !shown.some((notification) => notification.id === id));
  return [...kept, ...fresh.toReversed()].slice(-MOST_TOASTS);
}
