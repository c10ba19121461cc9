'use client';

import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { useWaiting } from './overview/overview-counts-provider.tsx';

type Part = {
  readonly href: Route;
  readonly label: keyof ConsoleTexts<'shell'>;
  readonly waiting?: (counts: OverviewCounts) => number;
};

/** Returns the total number of waiting items in the inbox. */
const waitingIn = (counts: OverviewCounts): number =>
  counts.newThreads + counts.drafts + counts.unknownSends + counts.overdueTasks + counts.deadLetters;

const parts: readonly Part[] = [
  { href: '/admin', label: 'overview' },
  { href: '/admin/orders', label: 'orders' },
  { href: '/admin/payments', label: 'payments', waiting: ({ money }) => money },
  { href: '/admin/inbox', label: 'inbox', waiting: waitingIn },
  { href: '/admin/moderation', label: 'moderation', waiting: ({ moderation }) => moderation },
  { href: '/admin/notifications', label: 'notifications' },
  { href: '/admin/audit', label: 'auditLog' },
];
const forSuperadmins: readonly Part[] = [
  { href: '/admin/processes', label: 'processes', waiting: ({ deadEffects }) => deadEffects },
  { href: '/admin/settings', label: 'settings' },
];

type ConsoleNavProps = { readonly isSuperadmin: boolean; readonly texts: ConsoleTexts<'shell'> };

/** Shows the console pages this user may open, marks the current one, and shows how many items wait in each. */
export function ConsoleNav({ isSuperadmin, texts }: ConsoleNavProps) {
  const path = usePathname();
  const counts = useWaiting();
  const open = isSuperadmin ? [...parts, ...forSuperadmins] : parts;
  return (
    <nav
      aria-label={texts.console}
      className="relative -mx-4 flex gap-6 overflow-x-auto scroll-px-4 border-b border-line px-4 text-sm font-medium sm:mx-0 sm:px-0"
    >
      {open.map(({ href, label, waiting }) => {
        const isHere = path === href || (href !== '/admin' && path.startsWith(`${href}/`));
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'true' : undefined}
            className={classNames(
              'flex min-h-11 items-center gap-2 border-b-2 whitespace-nowrap',
              // On a phone the row scrolls to the current page, in browsers that support this property.
              isHere ? 'border-primary [scroll-initial-target:nearest]' : 'border-transparent text-muted',
            )}
          >
            {texts[label]}
            {waiting && <WaitingCount count={waiting(counts)} word={texts.waiting} />}
          </Link>
        );
      })}
    </nav>
  );
}

type WaitingCountProps = { readonly count: number; readonly word: string; readonly isBad?: boolean };

/** Shows the number of waiting items behind a link, and nothing for 0. Screen readers also hear the word "waiting". */
function WaitingCount({ count, word, isBad = false }: WaitingCountProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full px-1.5 text-center text-xs leading-5 font-medium tabular-nums',
        isBad ? 'bg-danger-soft text-danger' : 'bg-neutral-soft text-text',
      )}
    >
      <span className="sr-only">, </span>
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
