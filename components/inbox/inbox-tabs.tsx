import type { Route } from 'next';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { MOST_COUNTED, type ThreadStatus, threadStatuses } from '#lib/crm/threads/values.ts';
import { consoleTexts } from '#lib/web/i18n/console-texts.ts';
import { type InboxFilter, inboxHref } from './inbox-href.ts';

/** The counts shown in the tabs of the inbox. */
export type InboxCounts = Readonly<Record<ThreadStatus | 'all' | 'drafts' | 'deadLetters' | 'overdueTasks', number>>;
export type InboxPlace =
  | ThreadStatus
  | 'all'
  | 'drafts'
  | 'dead-letters'
  | 'tasks'
  | 'contacts'
  | 'channels'
  | 'analytics';

type Tab = { readonly place: InboxPlace; readonly href: Route; readonly count?: number };
type InboxTabsProps = { readonly here: InboxPlace | null; readonly counts: InboxCounts; readonly filter?: InboxFilter };

/** Shows the tabs of the inbox with their counts. The search and the channel are kept across tabs. */
export async function InboxTabs({ here, counts, filter }: InboxTabsProps) {
  const { t } = await consoleTexts('inbox');
  const kept = { channel: filter?.channel, q: filter?.q };
  const tabs: readonly Tab[] = [
    ...threadStatuses.map(
      (status): Tab => ({
        place: status,
        href: inboxHref({ ...kept, status }),
        count: counts[status],
      }),
    ),
    { place: 'all', href: inboxHref(kept), count: counts.all },
    { place: 'drafts', href: '/admin/inbox/drafts', count: counts.drafts },
    { place: 'dead-letters', href: '/admin/inbox/dead-letters', count: counts.deadLetters },
    { place: 'tasks', href: '/admin/inbox/tasks', count: counts.overdueTasks },
    { place: 'contacts', href: '/admin/inbox/contacts' },
    { place: 'channels', href: '/admin/inbox/channels' },
    { place: 'analytics', href: '/admin/inbox/analytics' },
  ];
  return (
    <nav aria-label={t('title')} className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 py-1">
        {tabs.map(({ place, href, count }) => (
          <li key={place}>
            <Link
              href={href}
              aria-current={place === here ? 'page' : undefined}
              className={classNames(
                'flex min-h-9 items-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap',
                // On a phone the row starts at the current tab, in browsers that support this.
                place === here ? 'bg-primary text-primary-text [scroll-initial-target:nearest]' : 'hover:bg-sunken',
              )}
            >
              {t(`tab_${place}`)}
              {count !== undefined && count > 0 && (
                <Count place={place} isHere={place === here} count={count} overdue={t('overdueCount')} />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({
  place,
  isHere,
  count,
  overdue,
}: {
  readonly place: InboxPlace;
  readonly isHere: boolean;
  readonly count: number;
  readonly overdue: string;
}) {
  const isBad = place === 'dead-letters' || place === 'tasks';
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full px-1.5 text-center text-xs leading-5 tabular-nums',
        isHere ? 'bg-primary-text text-primary' : isBad ? 'bg-danger-soft text-danger' : 'bg-neutral-soft text-text',
      )}
    >
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      {place === 'tasks' && <span className="sr-only"> {overdue}</span>}
    </span>
  );
}
