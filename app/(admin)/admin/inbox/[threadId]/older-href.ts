import type { Route } from 'next';
import { type InboxFilter, inboxHref } from '#components/inbox/inbox-href.ts';

/** Returns the link to the same thread with older mails. */
export function olderHref(filter: InboxFilter, threadId: string, before: string): Route {
  const href = inboxHref(filter, threadId);
  return `${href}${href.includes('?') ? '&' : '?'}before=${encodeURIComponent(before)}` as Route; // a query after a checked route
}
