import type { Context } from '#lib/context/context.ts';
import { hashId } from '#lib/core/ids.ts';
import { ENRICH_VERSION } from '#lib/crm/assistant/values.ts';
import { EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { activeDraftOf } from '#lib/crm/drafts/draft-rows.ts';
import { tasksByDue } from '#lib/crm/queries.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { newTask } from '#lib/crm/tasks/new-task.ts';
import { isOpen, openTaskStatuses } from '#lib/crm/tasks/values.ts';
import { getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import { inc } from '#lib/data/patch.ts';
import { type FoundBefore, queriedTx } from '#lib/data/queried-tx.ts';
import { MAX_VALUES } from '#lib/data/query-plan.ts';
import type { Row, Tx, Writer } from '#lib/data/store.ts';

const MOST_TITLE = 200;
const MOST_TASKS = 100;
/** How many threads one query may ask for. The query combines each thread with each status. */
const THREADS_AT_ONCE = Math.floor(MAX_VALUES / openTaskStatuses.length);

/**
 * Creates a task that asks a person to answer a mail for which no template fits. Idempotent. No second task is created
 * while a task to answer the thread is open, because its owner reads all mails that have arrived.
 */
export async function replyTask(ctx: Context, threadId: string, mail: Row<EmailMessage>): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  const id = hashId('task', 'reply', mail.id, ENRICH_VERSION);
  await queriedTx(ctx.data, async (t, found) => {
    const [known, thread] = [await t.get(EmailTasks, id), await getLivingThread(t, threadId)];
    if (known || thread.data.erasedAt !== null || thread.data.status === 'resolved') return;
    // A later mail decides now, or a person has begun to answer.
    if (thread.data.latestId !== mail.id || (await activeDraftOf(t, thread)) !== null) return;
    if ((await openReplyTasks(found, thread)).length > 0) return;
    const title = `Reply to: ${mail.data.subject.trim() || 'mail without subject'}`.slice(0, MOST_TITLE).toWellFormed();
    const priority = thread.data.urgency === 'high' ? 'high' : 'normal';
    t.create(EmailTasks, id, newTask({ threadId: thread.id, title, taskType: 'reply', priority }, at));
    t.update(EmailThreads, thread.id, { openTaskCount: inc(1), updatedAt: at });
  });
}

/**
 * Returns the open tasks to answer a thread. A thread usually has a handful of open tasks. Of very many, only the most
 * urgent are read.
 */
async function openReplyTasks(found: FoundBefore, thread: Row<EmailThread>): Promise<readonly Row<EmailTask>[]> {
  if (thread.data.openTaskCount === 0) return [];
  const ids = idsOfThread(thread);
  const tasks = new Map<string, Row<EmailTask>>();
  // The thread itself comes last, because tasks move to it from the threads merged into it.
  for (let end = ids.length; end > 0; end -= THREADS_AT_ONCE) {
    const asked = { statuses: openTaskStatuses, threadIds: ids.slice(Math.max(0, end - THREADS_AT_ONCE), end) };
    // The commit that opens a task also updates its thread, so the thread guards this query.
    for (const row of await found(tasksByDue(asked, MOST_TASKS), [thread])) tasks.set(row.id, row);
  }
  return [...tasks.values()].filter(({ data }) => data.taskType === 'reply' && isOpen(data.status));
}

/**
 * Returns the tasks that we created ourselves and that a sent reply completes. Tasks that a person created are left
 * alone.
 */
export const answeredTasks = async (found: FoundBefore, thread: Row<EmailThread>) =>
  (await openReplyTasks(found, thread)).filter(({ data }) => data.createdBy === 'system');

/** Completes tasks after a mail was sent. Returns the changes of their thread. */
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
 * Cancels tasks to write a reply when another task asks for the reply or a draft is ready. Returns how many were
 * cancelled. A task in progress is left to its owner.
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
