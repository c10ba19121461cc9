'use client';

import { Bell } from 'lucide-react';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Link } from '#components/ui/link.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { Locale } from '#lib/auth/values.ts';
import { fill } from '#lib/web/i18n/fill.ts';
import type { Texts } from '#lib/web/i18n/texts.ts';
import { useTunnel } from '#lib/web/use-tunnel.ts';

/** Changes are told to those who listen at most so often. */
const SPOKEN_EVERY_MS = 5_000;
const MOST_SHOWN = 99;

type UnreadBellProps = {
  /** As the page was made. */
  readonly count: number;
  readonly href: Route;
  readonly locale: Locale;
  readonly texts: Pick<Texts<'shell'>, 'bell'>;
};

/** How many notifications one has not read, kept up by the tunnel; leads to the list. */
export function UnreadBell({ count: first, href, locale, texts }: UnreadBellProps) {
  const [count, setCount] = useState(first);
  useTunnel('notifications:unread', (heard) => {
    if (heard.event === 'count') setCount(countIn(heard.data));
  });
  useMarkedTab(count);
  const spoken = useSpoken(count, first);

  return (
    <Link href={href} prefetch={false} aria-label={fill(texts.bell, { count }, locale)} className={iconButtonClass}>
      <Bell aria-hidden />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs leading-5 font-semibold text-primary-text tabular-nums"
        >
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
      <span role="status" className="sr-only">
        {spoken !== null && fill(texts.bell, { count: spoken }, locale)}
      </span>
    </Link>
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
    document.title = count > 0 ? `(${count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}) ${bare}` : bare;
    navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count, path]);
}

/** The count to be read out; null until it has changed. */
function useSpoken(count: number, first: number): number | null {
  const [spoken, setSpoken] = useState<number | null>(null);
  useEffect(() => {
    if (count === (spoken ?? first)) return;
    const timer = setTimeout(() => setSpoken(count), SPOKEN_EVERY_MS);
    return () => clearTimeout(timer);
  }, [count, spoken, first]);
  return spoken;
}
