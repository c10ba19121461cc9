import { isDeepStrictEqual } from 'node:util';
import { auditRow } from '#lib/audit/audit.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { EmailTasks, EmailThreads } from '#lib/crm/collections.ts';
import { threadLane } from '#lib/crm/drafts/draft-rows.ts';
import { tasksByDue, tasksPastDue } from '#lib/crm/queries.ts';
import type { EmailTask, EmailTaskView } from '#lib/crm/schemas/task.ts';
import type { ChangeTask, CreateTask, TaskPage, TasksQuery } from '#lib/crm/schemas/task-input.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { assertNotErased, getLivingThread, idsOfThread } from '#lib/crm/threads/living-thread.ts';
import { staleVersion } from '#lib/crm/threads/threads.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { dueSortOf, newTask } from './new-task.ts';
import { toTaskView } from './task-view.ts';
import { isOpen } from './values.ts';

/** How many tasks one commit marks, and how many one slice of the process marks. */
const IN_COMMIT = 100;
const IN_SLICE = 2_000;

/** Returns a page of tasks, the earliest due date first. Tasks without a date come last. */
export async function listTasks({ data }: Context, query: TasksQuery): Promise<TaskPage> {
  const thread = query.threadId === undefined ? undefined : await getLivingThread(data, query.threadId);
  const filter = {
    ...(query.status && { statuses: [query.status] }),
    ...(thread && { threadIds: idsOfThread(thread) }),
  };
  const { rows, next } = await data.find(tasksByDue(filter, query.limit, query.cursor));
  return { tasks: rows.map(toTaskView), nextCursor: next };
}

export async function createTask(ctx: UserContext, input: CreateTask): Promise<EmailTaskView> {
  const id = newId('task');
  const now = ctx.now();
  const at = now.toISOString();
  return ctx.data.tx(
    async (t) => {
      const thread = await getLivingThread(t, input.threadId);
      assertNotErased(thread);
      const { title, description = null, taskType, priority = 'normal', dueAt = null, assigneeId = null } = input;
      const fields = { title, description, taskType, priority, dueAt, assigneeId, createdBy: ctx.user.id };
      const task = newTask({ threadId: thread.id, ...fields }, at);
      t.create(EmailTasks, id, task);
      t.update(EmailThreads, thread.id, { openTaskCount: thread.data.openTaskCount + 1, updatedAt: at });
      auditRow(t, ctx, { action: 'email-task.created', targetType: 'email-task', targetId: id, now });
      return toTaskView({ id, data: task });
    },
    { lane: threadLane(input.threadId) },
  );
}

/**
 * Changes a task. An overdue task whose date moves into the future is no longer overdue. A completed task cannot be
 * reopened. A change to the current values writes nothing.
 */
export async function changeTask(
  ctx: UserContext,
  id: string,
  { version, ...asked }: ChangeTask,
): Promise<EmailTaskView> {
  const now = ctx.now();
  return inTask(ctx, id, (t, task, thread) => {
    const { data } = task;
    assertNotErased(thread);
    if (version !== undefined && version !== data.version) throw staleVersion(data.version);
    if (data.status === 'completed' && asked.status !== undefined)
      throw conflict('The status of a completed task cannot be changed', { code: 'InvalidTransition' });
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const next = dated({ ...data, ...given }, data, now.toISOString());
    if (isDeepStrictEqual(next, data)) return toTaskView(task);
    return writeTask(t, ctx, { task, thread, next, action: 'email-task.changed', now });
  });
}

/** Returns the task with its sort key and with the status that follows from its due date. */
function dated(next: EmailTask, { status, previousStatus }: EmailTask, at: string): EmailTask {
  const dueSort = dueSortOf(next.dueAt);
  const isLate = next.status === 'overdue' && dueSort > at;
  const before = previousStatus === 'in_progress' ? 'in_progress' : 'open';
  if (isLate) return { ...next, dueSort, status: before, previousStatus: null };
  return { ...next, dueSort, previousStatus: next.status === status ? previousStatus : status };
}

/** Completes a task. A task that is already completed keeps its first notes. */
export async function completeTask(ctx: UserContext, id: string, completionNotes?: string): Promise<EmailTaskView> {
  const now = ctx.now();
  return inTask(ctx, id, (t, task, thread) => {
    const { data } = task;
    if (data.status === 'completed') return toTaskView(task);
    if (data.status === 'cancelled') throw conflict('A canceled task cannot be completed', { code: 'TaskCancelled' });
    const next: EmailTask = {
      ...data,
      status: 'completed',
      previousStatus: data.status,
      completedAt: now.toISOString(),
      completedBy: ctx.user.id,
      completionNotes: completionNotes ?? null,
    };
    return writeTask(t, ctx, { task, thread, next, action: 'email-task.completed', now });
  });
}

async function inTask<R>(
  ctx: UserContext,
  id: string,
  work: (t: Tx, task: Row<EmailTask>, thread: Row<EmailThread>) => R,
): Promise<R> {
  return ctx.data.tx(
    async (t) => {
      const task = await t.need(EmailTasks, id);
      return work(t, task, await getLivingThread(t, task.data.threadId));
    },
    { lane: `email_tasks/${id}` },
  );
}

type TaskWrite = {
  readonly task: Row<EmailTask>;
  readonly thread: Row<EmailThread>;
  readonly next: EmailTask;
  readonly action: string;
  readonly now: Date;
};

function writeTask(
  t: Tx,
  ctx: UserContext,
  { task: { id, data }, thread, next, action, now }: TaskWrite,
): EmailTaskView {
  const updatedAt = now.toISOString();
  const stored = { ...next, updatedAt, version: data.version + 1 };
  const change = Number(isOpen(next.status)) - Number(isOpen(data.status));
  t.set(EmailTasks, id, stored);
  if (change !== 0)
    t.update(EmailThreads, thread.id, { openTaskCount: Math.max(0, thread.data.openTaskCount + change), updatedAt });
  const facts = { before: { status: data.status }, after: { status: next.status } };
  auditRow(t, ctx, { action, targetType: 'email-task', targetId: id, ...facts, now });
  return toTaskView({ id, data: stored });
}

/** Marks the tasks whose due date has passed and returns how many. Running it again marks no task twice. */
export async function markOverdueTasks(ctx: Pick<Context, 'data' | 'now'>): Promise<number> {
  let marked = 0;
  for (;;) {
    const found = await markOverdueSlice(ctx);
    if (found === 0) return marked;
    marked += found;
  }
}

/** Marks one slice of the overdue tasks and returns how many. 0 means that none is left. */
export async function markOverdueSlice(ctx: Pick<Context, 'data' | 'now'>): Promise<number> {
  const at = ctx.now().toISOString();
  let marked = 0;
  for (const status of ['open', 'in_progress'] as const) {
    let found: number;
    do {
      found = await markSome(ctx, status, at);
      marked += found;
    } while (found > 0 && marked < IN_SLICE);
  }
  return marked;
}

/** Returns how many tasks were found. A task that becomes due after the query is found by the next run. */
async function markSome({ data }: Pick<Context, 'data'>, status: 'open' | 'in_progress', at: string): Promise<number> {
  const { rows: found } = await data.find(tasksPastDue(status, at, IN_COMMIT));
  const ids = found.map(({ id }) => id);
  await data.tx(
    async (t) => {
      for (const row of await t.getMany(EmailTasks, ids))
        if (row && row.data.status === status && row.data.dueSort < at)
          t.update(EmailTasks, row.id, {
            status: 'overdue',
            previousStatus: status,
            updatedAt: at,
            version: row.data.version + 1,
          });
    },
    { lane: 'email_tasks/overdue' },
  );
  return ids.length;
}

export const getTask = ({ data }: Pick<Context, 'data'>, id: string): Promise<Row<EmailTask>> =>
  data.need(EmailTasks, id);
