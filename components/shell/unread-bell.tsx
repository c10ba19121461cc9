'use client';

import { Bell } from 'lucide-react';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type Announcer, openAnnouncer } from '#lib/web/announcer.ts';
import type { BellTexts } from '#lib/web/notifications/bell-texts.ts';
import { useTunnel } from '#lib/web/tunnel/use-tunnel.ts';
import { CountBadge, countText } from './count-badge.tsx';

/** Changes are told to those who listen at most so often. */
const SPOKEN_EVERY_MS = 5_000;
const PANEL = 'bell-panel';

// Neither is needed before somebody presses the bell, or news comes while the page is open.
const BellList = lazy(() => import('#components/notifications/bell-list.tsx').then((m) => ({ default: m.BellList })));
const NewsToasts = lazy(() =>
  import('#components/notifications/news-toasts.tsx').then((m) => ({ default: m.NewsToasts })),
);

type UnreadBellProps = {
  /** As the page was made, and when, by the server's clock. */
  readonly count: number;
  readonly asOf: string;
  readonly locale: Locale;
  /** The front page in the language of the address: every link stays in it. */
  readonly home: Route;
  readonly texts: BellTexts;
};

/** How many notifications one has not read, kept up by the tunnel; opens the newest of them. */
export function UnreadBell({ count: first, asOf, locale, home, texts }: UnreadBellProps) {
  const prefix = home === '/' ? null : home.slice(1);
  const [count, setCount] = useState(first);
  const [changes, setChanges] = useState(0);
  const [isOpen, setOpen] = useState(false);
  /** Since when what comes is news to whoever looks at this page. */
  const [newsSince, setNewsSince] = useState<string | null>(null);
  const latest = useRef({ count: first, at: asOf });
  const panel = useRef<HTMLDivElement>(null);

  useTunnel('notifications:unread', (heard) => {
    if (heard.event !== 'count' || !('at' in heard)) return;
    const now = countIn(heard.data);
    // News may be laid over what is unread already, or come as another is read: then the number stays.
    if (now >= latest.current.count) setNewsSince(latest.current.at);
    latest.current = { count: now, at: heard.at };
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
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
        className="bell-panel popover-menu motion-fade border border-line bg-surface shadow-lift"
      >
        {isOpen && (
          <Suspense fallback={<Skeleton className="m-4 h-24" />}>
            <BellList changes={changes} locale={locale} prefix={prefix} texts={texts} onClose={close} />
          </Suspense>
        )}
      </div>
      {newsSince !== null && (
        <Suspense>
          <NewsToasts since={newsSince} isHushed={isOpen} prefix={prefix} texts={texts} />
        </Suspense>
      )}
    </>
  );
}

const countIn = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'count' in data && typeof data.count === 'number' ? data.count : 0;

/** Shows the count where the tab and the app are found among others. */
function useMarkedTab(count: number): void {
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings a title of its own.
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = count > 0 ? `(${countText(count)}) ${bare}` : bare;
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count, path]);
}

/** What this browser shows outside the page goes when it is read, here or on another device. */
function useOnlyUnreadShown(changes: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is a reason to look.
  useEffect(() => {
    // What fails is made up for with the next change.
    void closeWhatWasRead().catch(() => undefined);
  }, [changes]);
}

async function closeWhatWasRead(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { closeRead, workerHere } = await import('#lib/web/notifications/shown-pushes.ts');
  await closeRead(await workerHere());
}

/** The count to be read out; null until it has changed. */
function useSpoken(count: number, first: number): number | null {
  const [spoken, setSpoken] = useState<number | null>(null);
  const announcer = useRef<Announcer>(null);
  useEffect(() => {
    announcer.current ??= openAnnouncer(first, SPOKEN_EVERY_MS, setSpoken);
    announcer.current.heard(count);
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
