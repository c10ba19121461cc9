'use client';

import type { Route } from 'next';
import { attentionHref } from '#components/admin/payments/money-hrefs.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import { useWaiting } from './overview-counts-provider.tsx';

type Waiting = {
  readonly label: string;
  readonly key: keyof OverviewCounts;
  readonly href: Route;
  readonly isForSuperadmins?: boolean;
};
type Group = { readonly title: string; readonly waiting: readonly Waiting[] };

const groups: readonly Group[] = [
  {
    title: 'Inbox',
    waiting: [
      { label: 'New threads', key: 'newThreads', href: '/admin/inbox?status=new' as Route },
      { label: 'Drafts to approve', key: 'drafts', href: '/admin/inbox/drafts' },
      { label: 'Sends with unknown outcome', key: 'unknownSends', href: '/admin/inbox/drafts' },
      { label: 'Overdue tasks', key: 'overdueTasks', href: '/admin/inbox/tasks' },
      { label: 'Unreadable emails', key: 'deadLetters', href: '/admin/inbox/dead-letters' },
    ],
  },
  {
    title: 'Money and people',
    waiting: [
      { label: 'Payments that need attention', key: 'money', href: attentionHref('all') },
      { label: 'Reports to review', key: 'moderation', href: '/admin/moderation' },
    ],
  },
  {
    title: 'System',
    waiting: [
      { label: 'Failed background tasks', key: 'deadEffects', href: '/admin/processes', isForSuperadmins: true },
    ],
  },
];

type OverviewBoardProps = {
  /** The names of the processes whose last run failed. */
  readonly failed: readonly string[];
  readonly isSuperadmin: boolean;
};

/** Shows the counts of waiting work by area. Each count links to its page if this user may open that page. */
export function OverviewBoard({ failed, isSuperadmin }: OverviewBoardProps) {
  const counts = useWaiting();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      {groups.map(({ title, waiting }) => (
        <section key={title} aria-label={title} className="flex flex-col gap-2 rounded-lg border border-line p-5">
          <h2 className="text-lg">{title}</h2>
          <ul className="flex flex-col">
            {waiting.map(({ key, label, href, isForSuperadmins = false }) => (
              <WaitingItem
                key={key}
                label={label}
                href={isForSuperadmins && !isSuperadmin ? null : href}
                count={counts[key]}
              />
            ))}
            {title === 'System' && (
              <WaitingItem
                label="Failed processes"
                href={isSuperadmin ? '/admin/processes' : null}
                count={failed.length}
                names={failed}
              />
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}

type WaitingItemProps = {
  readonly label: string;
  /** Null when this user may not open the page. They still see the count and can tell a superadmin. */
  readonly href: Route | null;
  readonly count: number;
  readonly names?: readonly string[];
};

const itemClass = 'flex min-h-11 items-center justify-between gap-4 py-1';

function WaitingItem({ label, href, count, names = [] }: WaitingItemProps) {
  const shown = count > MOST_COUNTED ? `${MOST_COUNTED}+` : count;
  const text = (
    <>
      <span className="min-w-0">
        {label}
        {names.length > 0 && <span className="block text-sm text-muted">{names.join(', ')}</span>}
      </span>
      <span className={classNames('text-lg tabular-nums', count > 0 ? 'font-semibold' : 'text-muted')}>{shown}</span>
    </>
  );
  return (
    <li className="border-b border-line last:border-0">
      {href === null ? (
        <div className={itemClass}>{text}</div>
      ) : (
        <Link href={href} className={classNames(itemClass, 'underline-offset-4 hover:underline')}>
          {text}
        </Link>
      )}
    </li>
  );
}
