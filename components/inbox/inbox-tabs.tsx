import type { Route } from 'next';
import { classNames } from '#components/ui/class-names.ts';
import { Link } from '#components/ui/link.tsx';
import { MOST_COUNTED, type ThreadStatus, threadStatuses } from '#lib/crm/threads/values.ts';
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

type Tab = { readonly place: InboxPlace; readonly label: string; readonly href: Route; readonly count?: number };
type InboxTabsProps = { readonly here: InboxPlace | null; readonly counts: InboxCounts; readonly filter?: InboxFilter };

/** Shows the tabs of the inbox with their counts. The search and the channel are kept across tabs. */
export function InboxTabs({ here, counts, filter }: InboxTabsProps) {
  const kept = { channel: filter?.channel, q: filter?.q };
  const tabs: readonly Tab[] = [
    ...threadStatuses.map(
      (status): Tab => ({
        place: status,
        label: capital(status),
        href: inboxHref({ ...kept, status }),
        count: counts[status],
      }),
    ),
    { place: 'all', label: 'All', href: inboxHref(kept), count: counts.all },
    { place: 'drafts', label: 'Drafts', href: '/admin/inbox/drafts', count: counts.drafts },
    { place: 'dead-letters', label: 'Dead letters', href: '/admin/inbox/dead-letters', count: counts.deadLetters },
    { place: 'tasks', label: 'Tasks', href: '/admin/inbox/tasks', count: counts.overdueTasks },
    { place: 'contacts', label: 'Contacts', href: '/admin/inbox/contacts' },
    { place: 'channels', label: 'Channels', href: '/admin/inbox/channels' },
    { place: 'analytics', label: 'Analytics', href: '/admin/inbox/analytics' },
  ];
  return (
    <nav aria-label="Inbox" className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex w-max gap-1 py-1">
        {tabs.map(({ place, label, href, count }) => (
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
              {label}
              {count !== undefined && count > 0 && <Count place={place} isHere={place === here} count={count} />}
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
}: {
  readonly place: InboxPlace;
  readonly isHere: boolean;
  readonly count: number;
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
      {place === 'tasks' && <span className="sr-only"> overdue</span>}
    </span>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
