import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { completeTaskInput, taskAnswer } from '#lib/crm/schemas/task-input.ts';
import { completeTask, getTask } from '#lib/crm/tasks/tasks.ts';

export const POST = defineRoute({
  summary: 'Complete a task of a mail thread',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getTask(ctx, params.id),
  body: completeTaskInput.optional(),
  response: taskAnswer,
  handler: async ({ ctx, params, body }) => ({
    success: true as const,
    task: await completeTask(ctx, params.id, body?.completionNotes),
  }),
});
