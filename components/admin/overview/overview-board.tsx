'use client';

import type { Route } from 'next';
import { moderationHref } from '#components/admin/moderation/moderation-href.ts';
import { attentionHref } from '#components/admin/payments/money-hrefs.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { MOST_COUNTED } from '#lib/crm/threads/values.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { useWaiting } from './overview-counts-provider.tsx';

type Texts = ConsoleTexts<'overview'>;
type Waiting = {
  readonly key: keyof OverviewCounts;
  readonly href: Route;
  readonly isForSuperadmins?: boolean;
};
type Group = { readonly name: 'inbox' | 'moneyAndPeople' | 'system'; readonly waiting: readonly Waiting[] };

const groups: readonly Group[] = [
  {
    name: 'inbox',
    waiting: [
      { key: 'newThreads', href: '/admin/inbox?status=new' as Route },
      { key: 'drafts', href: '/admin/inbox/drafts' },
      { key: 'unknownSends', href: '/admin/inbox/drafts' },
      { key: 'overdueTasks', href: '/admin/inbox/tasks' },
      { key: 'deadLetters', href: '/admin/inbox/dead-letters' },
    ],
  },
  {
    name: 'moneyAndPeople',
    waiting: [
      { key: 'money', href: attentionHref('all') },
      { key: 'verification', href: '/admin/verification' },
      { key: 'moderation', href: '/admin/moderation' },
      { key: 'appeals', href: moderationHref({ status: 'appeals' }) },
    ],
  },
  {
    name: 'system',
    waiting: [{ key: 'deadEffects', href: '/admin/processes', isForSuperadmins: true }],
  },
];

type OverviewBoardProps = {
  /** The names of the processes whose last run failed. */
  readonly failed: readonly string[];
  readonly isSuperadmin: boolean;
  readonly texts: Texts;
};

/** Shows the counts of waiting work by area. Each count links to its page if this user may open that page. */
export function OverviewBoard({ failed, isSuperadmin, texts }: OverviewBoardProps) {
  const counts = useWaiting();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      {groups.map(({ name, waiting }) => (
        <section
          key={name}
          aria-label={texts[`group_${name}`]}
          className="flex flex-col gap-2 rounded-lg border border-line p-5"
        >
          <h3 className="text-base">{texts[`group_${name}`]}</h3>
          <ul className="flex flex-col">
            {waiting.map(({ key, href, isForSuperadmins = false }) => (
              <WaitingItem
                key={key}
                label={texts[`waiting_${key}`]}
                href={isForSuperadmins && !isSuperadmin ? null : href}
                count={counts[key]}
              />
            ))}
            {name === 'system' && (
              <WaitingItem
                label={texts.failedProcesses}
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
