import { dayOf } from '#lib/core/time.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';

/** The sort key of a task without a due date. It comes after every real date. */
const NEVER_DUE = '9999-12-31T23:59:59.999Z';
export const dueSortOf = (dueAt: string | null): string => dueAt ?? NEVER_DUE;

type Given = Pick<EmailTask, 'threadId' | 'title' | 'taskType'> & Partial<EmailTask>;

/** Returns an open task of normal priority, created by the system at this time, with the given fields. */
export const newTask = (given: Given, at: string): EmailTask => ({
  description: null,
  status: 'open',
  previousStatus: null,
  priority: 'normal',
  dueAt: null,
  dueSort: dueSortOf(given.dueAt ?? null),
  assigneeId: null,
  createdBy: 'system',
  completedAt: null,
  completedBy: null,
  completionNotes: null,
  day: dayOf(at),
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...given,
});
