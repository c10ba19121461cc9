import { defineRoute } from '#lib/api/define-route.ts';
import { createTaskInput, taskAnswer, taskPage, tasksQuery } from '#lib/crm/schemas/task-input.ts';
import { createTask, listTasks } from '#lib/crm/tasks/tasks.ts';

export const GET = defineRoute({
  summary: 'List tasks of mail threads, earliest due date first',
  auth: 'admin',
  query: tasksQuery,
  response: taskPage,
  handler: ({ ctx, query }) => listTasks(ctx, query),
});

export const POST = defineRoute({
  summary: 'Create a task for a mail thread',
  auth: 'admin',
  body: createTaskInput,
  response: taskAnswer,
  status: 201,
  handler: async ({ ctx, body }) => ({ success: true as const, task: await createTask(ctx, body) }),
});
