import { cache } from 'react';
import type { UserContext } from '#lib/context/context.ts';
import { listTasks } from '#lib/crm/tasks/tasks.ts';

/** The threads with a task that is late; of very many the most urgent hundred. Asked once for a page. */
export const overdueThreads = cache(async (ctx: UserContext): Promise<ReadonlySet<string>> => {
  const { tasks } = await listTasks(ctx, { status: 'overdue', limit: 100 });
  return new Set(tasks.map(({ threadId }) => threadId));
});
