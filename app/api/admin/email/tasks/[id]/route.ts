import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { changeTaskInput, taskAnswer } from '#lib/crm/schemas/task-input.ts';
import { changeTask, getTask } from '#lib/crm/tasks/tasks.ts';

export const PATCH = defineRoute({
  summary: 'Change a task of a mail thread',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getTask(ctx, params.id),
  body: changeTaskInput,
  response: taskAnswer,
  handler: async ({ ctx, params, body }) => ({ success: true as const, task: await changeTask(ctx, params.id, body) }),
});
