'use client';

import { Bell } from 'lucide-react';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useLate } from '#components/ui/use-late.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Announcer, openAnnouncer } from '#lib/web/announcer.ts';
import type { BellTexts } from '#lib/web/notifications/bell-texts.ts';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { CountBadge, countText } from './count-badge.tsx';

/** The minimum time between two screen reader announcements of the count. */
const SPOKEN_EVERY_MS = 5_000;
const PANEL = 'bell-panel';

type UnreadBellProps = {
  /** The count when the page was rendered, and the time of that count by the server's clock. */
  readonly count: number;
  readonly asOf: string;
  readonly locale: Locale;
  /** The home page in the language of the address. All links keep that language. */
  readonly home: Route;
  readonly texts: BellTexts;
};

/**
 * Shows a bell with the number of unread notifications, updated by the tunnel. The bell opens the newest notifications.
 */
export function UnreadBell({ count: first, asOf, locale, home, texts }: UnreadBellProps) {
  const prefix = home === '/' ? null : home.slice(1);
  const [count, setCount] = useState(first);
  const [changes, setChanges] = useState(0);
  const [isOpen, setOpen] = useState(false);
  /** Notifications after this time are new to the user of this page; null before the first one. */
  const [toastsSince, setToastsSince] = useState<string | null>(null);
  const latest = useRef({ count: first, at: asOf });
  const panel = useRef<HTMLDivElement>(null);
  // Both are loaded only when the user presses the bell or a notification arrives while the page is open.
  const list = useLate(() => import('#components/notifications/bell-list.tsx'));
  const toasts = useLate(() => import('#components/notifications/notification-toasts.tsx'));
  const { BellList } = list.part ?? {};
  const { NotificationToasts } = toasts.part ?? {};

  useTunnel('notifications:unread', (update) => {
    if (update.event !== 'count' || !('at' in update)) return;
    const now = countIn(update.data);
    // A new notification may be collapsed into an unread one, or arrive while another is read. The count then stays the
    // same.
    if (now >= latest.current.count) {
      setToastsSince(latest.current.at);
      toasts.load();
    }
    latest.current = { count: now, at: update.at };
    setCount(now);
    setChanges((before) => before + 1);
  });
  useMarkedTab(count);
  useOnlyUnreadShown(changes);
  const spoken = useSpoken(count, first);
  const close = () => panel.current?.hidePopover();

  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL}
        aria-label={fill(texts.bell, { count }, locale)}
        className={iconButtonClass}
      >
        <Bell aria-hidden />
        <CountBadge count={count} />
      </button>
      <span role="status" className="sr-only">
        {spoken !== null && fill(texts.bell, { count: spoken }, locale)}
      </span>
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        role="dialog"
        aria-label={texts.title}
        onToggle={({ target, currentTarget, newState }) => {
          if (target !== currentTarget) return;
          setOpen(newState === 'open');
          if (newState === 'open') list.load();
        }}
        className="bell-panel popover-menu motion-fade border border-line bg-surface shadow-lift"
      >
        {isOpen && BellList && (
          <BellList changes={changes} locale={locale} prefix={prefix} texts={texts} onClose={close} />
        )}
        {isOpen && !BellList && !list.hasFailed && <Skeleton className="m-4 h-24" />}
        {isOpen && list.hasFailed && (
          <p role="alert" className="p-4">
            {texts.failed}{' '}
            <button type="button" onClick={list.load} className="min-h-11 underline underline-offset-4">
              {texts.tryAgain}
            </button>
          </p>
        )}
      </div>
      {toastsSince !== null && NotificationToasts && (
        <NotificationToasts since={toastsSince} isHushed={isOpen} prefix={prefix} texts={texts} />
      )}
    </>
  );
}

const countIn = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'count' in data && typeof data.count === 'number' ? data.count : 0;

/** Shows the count in the title of the tab and on the icon of the app. */
function useMarkedTab(count: number): void {
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets its own title.
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = count > 0 ? `(${countText(count)}) ${bare}` : bare;
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count, path]);
}

/** Closes the system notifications of this browser once they are read, here or on another device. */
function useOnlyUnreadShown(changes: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change must be checked.
  useEffect(() => {
    // After a failure, the next change tries again.
    void closeWhatWasRead().catch(() => undefined);
  }, [changes]);
}

async function closeWhatWasRead(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { closeRead, workerHere } = await import('#lib/web/notifications/shown-pushes.ts');
  await closeRead(await workerHere());
}

/** Returns the count to announce to screen readers; null until the count has changed. */
function useSpoken(count: number, first: number): number | null {
  const [spoken, setSpoken] = useState<number | null>(null);
  const announcer = useRef<Announcer>(null);
  useEffect(() => {
    announcer.current ??= openAnnouncer(first, SPOKEN_EVERY_MS, setSpoken);
    announcer.current.update(count);
  }, [count, first]);
  useEffect(
    () => () => {
      announcer.current?.close();
      announcer.current = null;
    },
    [],
  );
  return spoken;
}
