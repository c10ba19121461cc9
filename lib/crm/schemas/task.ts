import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { taskPriorities, taskStatuses } from '#lib/crm/tasks/values.ts';

/** A task type: a built-in one or any other lower snake case name. */
export const taskType = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a name in lower snake case');

/** Something that a person has to do about a thread. The id is `tsk_…`. */
export const emailTask = z.object({
  threadId: idText,
  title: z.string().max(200),
  description: z.string().max(4000).nullable(),
  taskType,
  status: z.enum(taskStatuses),
  /** The status before the task became overdue, completed or cancelled. */
  previousStatus: z.enum(taskStatuses).nullable(),
  priority: z.enum(taskPriorities),
  dueAt: isoTime.nullable(),
  /** The sort key of the list: `dueAt`, or the largest date for tasks without a due date, so that they come last. */
  dueSort: isoTime,
  assigneeId: idText.nullable(),
  /** A user id, or `system`. */
  createdBy: z.string().max(128),
  completedAt: isoTime.nullable(),
  completedBy: idText.nullable(),
  completionNotes: z.string().max(2000).nullable(),
  day: z.string(),
  createdAt: isoTime,
  updatedAt: isoTime,
  version: z.int().positive(),
});
export type EmailTask = z.infer<typeof emailTask>;

/** A task in API responses. */
export const emailTaskView = emailTask
  .omit({ dueSort: true, day: true })
  .extend({ id: idText })
  .meta({ id: 'EmailTask' });
export type EmailTaskView = z.infer<typeof emailTaskView>;
