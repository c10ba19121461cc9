import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from '#components/ui/link.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { NotificationPage, NotificationView } from '#lib/notifications/schemas/notification.ts';
import { get, put } from '#lib/web/api/api-client.ts';
import type { BellTexts } from '#lib/web/notifications/bell-texts.ts';
import { openToastRequests, type ToastRequests } from '#lib/web/notifications/toast-requests.ts';
import { isWorthToast, withNewToasts } from '#lib/web/notifications/toasts.ts';
import { notificationHref } from './notification-href.ts';
import { NotificationIcon } from './notification-icon.tsx';

const SHOWN_MS = 8000;
/** More than one, because unimportant notifications may have arrived in between. */
const MOST_ASKED = 20;

type NotificationToastsProps = {
  /** Notifications after this time are new. */
  readonly since: string;
  /** The open list already shows new notifications. */
  readonly isHushed: boolean;
  readonly prefix: string | null;
  readonly texts: BellTexts;
};

/**
 * Shows important notifications as they arrive: at the edge of the page, announced politely by screen readers, and
 * dismissed after a while.
 */
export function NotificationToasts({ since, isHushed, prefix, texts }: NotificationToastsProps) {
  const [shown, setShown] = useState<readonly NotificationView[]>([]);
  const drop = (id: string) => setShown((before) => before.filter((notification) => notification.id !== id));

  const ask = useEffectEvent(async (from: string) => {
    // A user who sees no toast still sees the count.
    if (isHushed || document.visibilityState !== 'visible') return true;
    const query = new URLSearchParams({ status: 'unread', after: from, limit: String(MOST_ASKED) });
    const { notifications } = await get<NotificationPage>(`/api/notifications?${query}`);
    const arrived = notifications.filter((notification) =>
      isWorthToast(notification, notificationHref(notification, prefix), window.location.pathname),
    );
    setShown((before) => withNewToasts(before, arrived));
    return true;
  });
  const requests = useRef<ToastRequests>(null);
  useEffect(() => {
    requests.current ??= openToastRequests((from) => ask(from));
    requests.current.request(since);
  }, [since]);

  return (
    <section
      aria-label={texts.newsRegion}
      className="pointer-events-none fixed inset-x-2 bottom-2 z-40 flex flex-col gap-2 sm:inset-x-auto sm:end-4 sm:top-28 sm:bottom-auto sm:w-88 print:hidden"
    >
      <div role="status" className="contents">
        {!isHushed &&
          shown.map((notification) => (
            <Toast
              key={notification.id}
              notification={notification}
              prefix={prefix}
              texts={texts}
              onGone={() => drop(notification.id)}
            />
          ))}
      </div>
    </section>
  );
}

type ToastProps = {
  readonly notification: NotificationView;
  readonly prefix: string | null;
  readonly texts: BellTexts;
  readonly onGone: () => void;
};

function Toast({ notification, prefix, texts, onGone }: ToastProps) {
  const { id, type, title, message } = notification;
  const [isHeld, setHeld] = useState(false);
  const gone = useEffectEvent(onGone);
  // The toast stays while the pointer is over it or the keyboard focus is in it.
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => gone(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  const follow = () => {
    put(`/api/notifications/${id}/read`, undefined, { keepalive: true }).catch(() => undefined);
    onGone();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only keep a notice open while it is hovered or focused.
    <div
      className="motion-fade pointer-events-auto flex items-start gap-1 rounded-md border border-line bg-surface ps-4 pe-1 shadow-lift"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Link
        href={notificationHref(notification, prefix)}
        onClick={follow}
        className="flex min-w-0 grow gap-3 py-3 wrap-anywhere"
      >
        <NotificationIcon type={type} />
        <span className="min-w-0">
          <span className="block font-semibold">{title}</span>
          <span className="line-clamp-2 text-sm">{message}</span>
        </span>
      </Link>
      <button
        type="button"
        aria-label={fill(texts.dismissOf, { title }, 'en')}
        onClick={onGone}
        className="mt-1 flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
