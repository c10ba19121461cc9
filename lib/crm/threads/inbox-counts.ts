import type { Context } from '#lib/context/context.ts';
import { EmailDeadLetters, EmailDrafts, EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { from, type Query } from '#lib/data/query.ts';
import { MOST_COUNTED, type ThreadStatus, threadStatuses } from './values.ts';

/** The current counts of each part of the inbox. */
export type InboxCounts = Readonly<Record<ThreadStatus, number>> & {
  readonly all: number;
  readonly drafts: number;
  readonly deadLetters: number;
  readonly overdueTasks: number;
};

/** Counts the sends with an unknown outcome, which a person has to decide. */
export const countUnknownSends = ({ data }: Pick<Context, 'data'>): Promise<number> =>
  data.count(
    from(EmailDrafts)
      .where('status', '==', 'send_unknown')
      .orderBy('createdAt', 'desc')
      .limit(MOST_COUNTED + 1),
  );

const living = (status: ThreadStatus) =>
  from(EmailThreads)
    .where('mergedInto', '==', null)
    .where('erasedAt', '==', null)
    .where('status', '==', status)
    .orderBy('lastMessageAt', 'desc');

/**
 * Counts threads by status (without merged and erased ones), drafts that wait for approval, unreadable mails and
 * overdue tasks. Each count stops at one beyond `MOST_COUNTED`, because every counted row is read and the page asks
 * repeatedly.
 */
export async function countInbox({ data }: Pick<Context, 'data'>): Promise<InboxCounts> {
  const count = <T extends object>(query: Query<T>) => data.count(query.limit(MOST_COUNTED + 1));
  const [threads, drafts, deadLetters, overdueTasks] = await Promise.all([
    Promise.all(threadStatuses.map((status) => count(living(status)))),
    count(from(EmailDrafts).where('status', '==', 'pending').orderBy('createdAt', 'desc')),
    count(from(EmailDeadLetters).where('status', '==', 'waiting').orderBy('createdAt', 'desc')),
    count(from(EmailTasks).where('status', '==', 'overdue').orderBy('dueSort')),
  ]);
  const byStatus = Object.fromEntries(threadStatuses.map((status, at) => [status, threads[at] ?? 0]));
  return {
    ...(byStatus as Record<ThreadStatus, number>), // one for each status, by construction
    all: threads.reduce((sum, count) => sum + count, 0),
    drafts,
    deadLetters,
    overdueTasks,
  };
}
