import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { EmailThreads } from '#lib/crm/collections.ts';
import { threadLane } from '#lib/crm/drafts/draft-rows.ts';
import { listDraftsOfThread } from '#lib/crm/drafts/drafts.ts';
import { findChannel } from '#lib/crm/mailboxes/channels.ts';
import { toMessageViews } from '#lib/crm/messages/message-view.ts';
import { messagesNewestFirst, type ThreadFilter, tasksByDue, threadsByLatest } from '#lib/crm/queries.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailThread, EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import type { ChangeThread, ThreadDetail, ThreadPage, ThreadsQuery } from '#lib/crm/schemas/thread-input.ts';
import { toTaskView } from '#lib/crm/tasks/task-view.ts';
import { openTaskStatuses } from '#lib/crm/tasks/values.ts';
import { promiseThreadIndex } from '#lib/crm/topics.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { getLivingThread, idsOfThread } from './living-thread.ts';
import { searchThreads } from './search-threads.ts';
import type { ThreadStatus } from './values.ts';

const MESSAGES = 100;
const MOST_TASKS = 200;

/**
 * Returns a page of living threads, the latest mail first. The cost of a page does not grow with the number of threads.
 */
export async function listThreads(ctx: Context, query: ThreadsQuery): Promise<ThreadPage> {
  const { status, limit, cursor } = query;
  const sourceChannel = query.sourceChannel?.trim() ? channelIdOf(ctx, query.sourceChannel) : undefined;
  if (sourceChannel === null) return { threads: [], nextCursor: null };
  const filter: ThreadFilter = { status, sourceChannel };
  const q = query.q?.trim() ?? '';
  const { rows, next } =
    q === ''
      ? await ctx.data.find(threadsByLatest(filter, limit, cursor))
      : await searchThreads(ctx, filter, { q, limit, cursor });
  return { threads: rows.map((row) => toThreadRecord(ctx, row)), nextCursor: next };
}

/** Returns the id of the channel with this id or name, ignoring case, or null. */
function channelIdOf({ channels }: Pick<Context, 'channels'>, text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const found =
    channels.all.find(({ id }) => id === wanted) ?? channels.all.find(({ name }) => name.toLowerCase() === wanted);
  return found?.id ?? null;
}

/** Returns a thread with its newest hundred messages, or the hundred before a cursor, its drafts and its open tasks. */
export async function getThreadDetail(ctx: Context, id: string, before?: Cursor): Promise<ThreadDetail> {
  const thread = await getLivingThread(ctx.data, id);
  const threadIds = idsOfThread(thread);
  const [page, drafts, ...tasks] = await Promise.all([
    ctx.data.find(messagesNewestFirst(threadIds, MESSAGES, before)),
    listDraftsOfThread(ctx.data, thread),
    ...openTaskStatuses.map((status) => ctx.data.find(tasksByDue({ statuses: [status], threadIds }, MOST_TASKS))),
  ]);
  const due = tasks.flatMap(({ rows }) => rows).toSorted((a, b) => (a.data.dueSort < b.data.dueSort ? -1 : 1));
  return {
    thread: toThreadRecord(ctx, thread),
    messages: await toMessageViews(ctx, page.rows.toSorted(byTime)),
    before: page.next,
    drafts,
    tasks: due.map(toTaskView),
  };
}

/** Orders messages by their time, those of the same time by arrival and then by id, so that they keep their places. */
function byTime(a: Row<EmailMessage>, b: Row<EmailMessage>): number {
  const [keys, others] = [a, b].map(({ id, data }) => [data.sortAt, data.receivedAt, id]) as [string[], string[]];
  const at = keys.findIndex((key, place) => key !== others[place]);
  if (at === -1) return 0;
  return (keys[at] ?? '') < (others[at] ?? '') ? -1 : 1;
}

/** Marks all messages of a thread as read. */
export async function markThreadRead(ctx: Context, id: string): Promise<EmailThreadRecord> {
  const row = await ctx.data.tx(
    async (t) => {
      const thread = await getLivingThread(t, id);
      if (thread.data.unreadCount > 0) t.update(EmailThreads, thread.id, { unreadCount: 0 });
      return { ...thread, data: { ...thread.data, unreadCount: 0 } };
    },
    { lane: threadLane(id) },
  );
  return toThreadRecord(ctx, row);
}

/** Sets the status of a thread. Setting the current status changes nothing. Throws StaleVersion. */
export async function changeThreadStatus(
  ctx: UserContext,
  { id, status, version }: ChangeThread,
): Promise<EmailThreadRecord> {
  const now = ctx.now();
  const at = now.toISOString();
  const row = await ctx.data.tx(
    async (t) => {
      const thread = await getLivingThread(t, id);
      const { data } = thread;
      if (version !== undefined && version !== data.version) throw staleVersion(data.version);
      if (data.status === status) return thread;
      const change = {
        status,
        resolvedAt: status === 'resolved' ? at : null,
        updatedAt: at,
        version: data.version + 1,
      };
      t.update(EmailThreads, thread.id, change);
      auditRow(t, ctx, { ...actOf(thread, data.status, status), now });
      promiseThreadIndex(t, thread.id, now);
      return { ...thread, data: { ...data, ...change } };
    },
    { lane: threadLane(id) },
  );
  return toThreadRecord(ctx, row);
}

const actOf = ({ id }: Row<EmailThread>, from: ThreadStatus, to: ThreadStatus) => ({
  action: 'email-thread.status-changed',
  targetType: 'email-thread',
  targetId: id,
  before: { status: from },
  after: { status: to },
});

/** Returns the error for a change of an outdated version. */
export const staleVersion = (version: number) =>
  conflict('This has changed since you loaded it. Reload it and try again', {
    code: 'StaleVersion',
    details: { version: String(version) },
  });

export function toThreadRecord(ctx: Pick<Context, 'channels'>, { id, data }: Row<EmailThread>): EmailThreadRecord {
  const { lastInboundSubject, lastInboundId, latestId, participantIds, writerIds, humanCount, ...rest } = data;
  const { mergedInto, beganAt, askedAt, firstReplyAt, ...shown } = rest;
  return { ...shown, id, sourceChannelName: findChannel(ctx, data.sourceChannel)?.name ?? data.sourceChannel };
}
