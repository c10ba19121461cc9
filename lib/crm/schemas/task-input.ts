import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { chosenMoment } from '#lib/core/time.ts';
import { taskPriorities, taskStatuses } from '#lib/crm/tasks/values.ts';
import { emailTaskView, taskType } from './task.ts';

const title = z.string().trim().min(1).max(200);
const description = z.string().max(4000);

export const tasksQuery = z.object({
  status: z.enum(taskStatuses).optional(),
  threadId: idText.optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type TasksQuery = z.infer<typeof tasksQuery>;
export const taskPage = z.object({ tasks: z.array(emailTaskView), nextCursor: z.string().nullable() });
export type TaskPage = z.infer<typeof taskPage>;

export const createTaskInput = z.strictObject({
  threadId: idText,
  title,
  taskType,
  description: description.nullable().optional(),
  dueAt: chosenMoment.nullable().optional(),
  priority: z.enum(taskPriorities).optional(),
  assigneeId: idText.nullable().optional(),
});
export type CreateTask = z.infer<typeof createTaskInput>;

export const changeTaskInput = z.strictObject({
  title: title.optional(),
  description: description.nullable().optional(),
  dueAt: chosenMoment.nullable().optional(),
  priority: z.enum(taskPriorities).optional(),
  assigneeId: idText.nullable().optional(),
  status: z.enum(['open', 'in_progress', 'cancelled']).optional(),
  version: z.int().positive().optional(),
});
export type ChangeTask = z.infer<typeof changeTaskInput>;

export const completeTaskInput = z.strictObject({ completionNotes: z.string().max(2000).optional() });
export const taskAnswer = z.object({ success: z.literal(true), task: emailTaskView });
