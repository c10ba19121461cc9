import { cache } from 'react';
import type { UserContext } from '#lib/context/context.ts';
import { listTasks } from '#lib/crm/tasks/tasks.ts';

/** Returns the threads with an overdue task, at most the hundred most urgent. Read once per page. */
export const overdueThreads = cache(async (ctx: UserContext): Promise<ReadonlySet<string>> => {
  const { tasks } = await listTasks(ctx, { status: 'overdue', limit: 100 });
  return new Set(tasks.map(({ threadId }) => threadId));
});
