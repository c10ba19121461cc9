import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { textIn } from '#lib/web/form-text.ts';

/** A task as typed into a form. Empty fields are null. */
export type TypedTask = {
  readonly title: string;
  readonly taskType: string;
  readonly priority: string;
  readonly description: string | null;
  readonly dueAt: string | null;
  readonly assigneeId: string | null;
};

export function taskIn(form: FormData): TypedTask {
  const orNull = (name: string): string | null => textIn(form, name) || null;
  return {
    title: textIn(form, 'title'),
    taskType: textIn(form, 'taskType') || 'other',
    priority: textIn(form, 'priority') || 'normal',
    description: orNull('description'),
    dueAt: momentOf(textIn(form, 'dueAt')),
    assigneeId: orNull('assigneeId'),
  };
}

/** Converts the value of a time field, which has no zone, to UTC, the zone of the console. */
const momentOf = (typed: string): string | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) ? `${typed.slice(0, 16)}:00.000Z` : null;

/** Returns the changed fields of a task. An unchanged due time keeps its seconds. */
export function taskChanges(task: EmailTaskView, typed: TypedTask): Record<string, unknown> {
  const { taskType: _kept, ...fields } = typed;
  const changed = Object.entries(fields).filter(([name, value]) => {
    const now = task[name as keyof typeof fields]; // the form has a subset of the task's fields
    return name === 'dueAt' ? now?.slice(0, 16) !== (value ?? undefined)?.slice(0, 16) : value !== now;
  });
  return { ...Object.fromEntries(changed), version: task.version };
}
