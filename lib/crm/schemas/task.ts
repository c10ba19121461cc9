import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { taskPriorities, taskStatuses } from '#lib/crm/tasks/values.ts';

/** The built-in types and any other of this form. */
export const taskType = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a lower snake case name');

/** Something a person has to do about a thread; the id is `tsk_…`. */
export const emailTask = z.object({
  threadId: idText,
  title: z.string().max(200),
  description: z.string().max(4000).nullable(),
  taskType,
  status: z.enum(taskStatuses),
  /** What it was before it became overdue or was ended. */
  previousStatus: z.enum(taskStatuses).nullable(),
  priority: z.enum(taskPriorities),
  dueAt: isoTime.nullable(),
  /** `dueAt`, or the end of all days: what the list is sorted by, those without a date last. */
  dueSort: isoTime,
  assigneeId: idText.nullable(),
  /** A person's id, or `system`. */
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

/** A task as it is answered. */
export const emailTaskView = emailTask
  .omit({ dueSort: true, day: true })
  .extend({ id: idText })
  .meta({ id: 'EmailTask' });
export type EmailTaskView = z.infer<typeof emailTaskView>;
