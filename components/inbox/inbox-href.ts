import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import { type ThreadStatus, threadStatuses } from '#lib/crm/threads/values.ts';

/** The filter of the thread list. The URL holds the filter, so reload, back and shared links keep it. */
export type InboxFilter = {
  readonly status: ThreadStatus | undefined;
  readonly channel: string | undefined;
  readonly q: string | undefined;
  readonly cursor: string | undefined;
};

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the filter from a URL. Invalid values are ignored. */
export function filterOf({ status, channel, q, cursor }: Asked): InboxFilter {
  return {
    status: threadStatuses.find((known) => known === status),
    channel: once(channel)?.slice(0, 64),
    q: once(q)?.trim().slice(0, 200) || undefined,
    cursor: once(cursor),
  };
}

const once = (asked: Asked[string]): string | undefined =>
  typeof asked === 'string' && asked !== '' ? asked : undefined;

/** Returns the URL of the list, or of a thread next to the list. A thread's URL keeps the filter. */
export function inboxHref({ status, channel, q, cursor }: Partial<InboxFilter>, threadId?: string): Route {
  const path = threadId === undefined ? '/admin/inbox' : `/admin/inbox/${threadId}`;
  return queryHref(path, { status, channel, q, cursor });
}
