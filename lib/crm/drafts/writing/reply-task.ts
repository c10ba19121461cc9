import type { Context } from '#lib/context/context.ts';
import { hashId } from '#lib/core/ids.ts';
import { dayOf } from '#lib/core/time.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { activeDraftOf } from '#lib/crm/drafts/draft-rows.ts';
import { tasksByDue } from '#lib/crm/queries.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { NEVER_DUE } from '#lib/crm/tasks/task-due.ts';
import { isOpen, openTaskStatuses } from '#lib/crm/tasks/values.ts';
import { getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import { inc } from '#lib/data/patch.ts';
import { type FoundBefore, queriedTx } from '#lib/data/queried-tx.ts';
import { MAX_VALUES } from '#lib/data/query-plan.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';

const MOST_TITLE = 200;
const MOST_TASKS = 100;
/** Threads that one query asks for: it combines them with each status. */
const THREADS_AT_ONCE = Math.floor(MAX_VALUES / openTaskStatuses.length);

/**
 * Asks a person to answer a mail no text of ours fits, however often it is asked for. While a task to answer the thread
 * is open there is no second one: whoever does it reads all that has come.
 */
export async function replyTask(ctx: Context, threadId: string, mail: Row<EmailMessage>): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  const id = hashId('task', 'reply', mail.id, ENRICH_VERSION);
  await queriedTx(ctx.data, async (t, found) => {
    const [known, thread] = [await t.get(EmailTasks, id), await getLivingThread(t, threadId)];
    if (known || thread.data.erasedAt !== null || thread.data.status === 'resolved') return;
    // A later mail decides by now, or a person has begun to answer.
    if (thread.data.latestId !== mail.id || (await activeDraftOf(t, thread)) !== null) return;
    if ((await openReplyTasks(found, thread)).length > 0) return;
    t.create(EmailTasks, id, {
      threadId: thread.id,
      title: `Answer: ${mail.data.subject.trim() || 'mail without a subject'}`.slice(0, MOST_TITLE).toWellFormed(),
      description: null,
      taskType: 'reply',
      status: 'open',
      previousStatus: null,
      priority: thread.data.urgency === 'high' ? 'high' : 'normal',
      dueAt: null,
      dueSort: NEVER_DUE,
      assigneeId: null,
      createdBy: 'system',
      completedAt: null,
      completedBy: null,
      completionNotes: null,
      day: dayOf(now),
      createdAt: at,
      updatedAt: at,
      version: 1,
    });
    t.update(EmailThreads, thread.id, { openTaskCount: inc(1), updatedAt: at });
  });
}

/** The open tasks to answer a thread. It has a handful of open tasks; of very many the most urgent are looked at. */
async function openReplyTasks(found: FoundBefore, thread: Row<EmailThread>): Promise<readonly Row<EmailTask>[]> {
  if (thread.data.openTaskCount === 0) return [];
  const ids = idsOfThread(thread);
  const tasks = new Map<string, Row<EmailTask>>();
  // The thread itself comes last: tasks move to it from those that went into it.
  for (let end = ids.length; end > 0; end -= THREADS_AT_ONCE) {
    const asked = { statuses: openTaskStatuses, threadIds: ids.slice(Math.max(0, end - THREADS_AT_ONCE), end) };
    // A task is opened in the commit that counts it on its thread.
    for (const row of await found(tasksByDue(asked, MOST_TASKS), [thread])) tasks.set(row.id, row);
  }
  return [...tasks.values()].filter(({ data }) => data.taskType === 'reply' && isOpen(data.status));
}

/** What we asked of people ourselves and an answer that goes out has done. What a person has noted down stays theirs. */
export const answeredTasks = async (found: FoundBefore, thread: Row<EmailThread>) =>
  (await openReplyTasks(found, thread)).filter(({ data }) => data.createdBy === 'system');

/** Completes tasks by a mail that went out; answers what becomes of their thread. */
export function completeAnswered(
  t: Pick<Tx, 'update'>,
  thread: Row<EmailThread>,
  tasks: readonly Row<EmailTask>[],
  now: Date,
): Partial<EmailThread> {
  const at = now.toISOString();
  for (const { id, data } of tasks)
    t.update(EmailTasks, id, {
      status: 'completed',
      previousStatus: data.status,
      completedAt: at,
      updatedAt: at,
      version: data.version + 1,
    });
  return tasks.length === 0 ? {} : { openTaskCount: Math.max(0, thread.data.openTaskCount - tasks.length) };
}

/**
 * Cancels tasks to write an answer where another task asks for it or a draft lies ready, and returns how many it were. One
 * that a person works on stays theirs.
 */
export function cancelTasks(t: Pick<Writer, 'update'>, tasks: readonly Row<EmailTask>[], now: Date): number {
  const at = now.toISOString();
  const idle = tasks.filter(({ data }) => data.status !== 'in_progress');
  for (const { id, data } of idle)
    t.update(EmailTasks, id, {
      status: 'cancelled',
      previousStatus: data.status,
      updatedAt: at,
      version: data.version + 1,
    });
  return idle.length;
}
