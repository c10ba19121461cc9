import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { instantOf } from '#lib/i18n/console/local-times.ts';
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

/** Reads the form. Its due time is in the time zone of the reader. */
export function taskIn(form: FormData, zone: string): TypedTask {
  const orNull = (name: string): string | null => textIn(form, name) || null;
  return {
    title: textIn(form, 'title'),
    taskType: textIn(form, 'taskType') || 'other',
    priority: textIn(form, 'priority') || 'normal',
    description: orNull('description'),
    dueAt: instantOf(textIn(form, 'dueAt'), zone),
    assigneeId: orNull('assigneeId'),
  };
}

/** Returns whether the form has a due time that is no time. */
export function isDueWrong(form: FormData, zone: string): boolean {
  const typed = textIn(form, 'dueAt');
  return typed !== '' && instantOf(typed, zone) === null;
}

/** Returns the changed fields of a task. An unchanged due time keeps its seconds. */
export function taskChanges(task: EmailTaskView, typed: TypedTask): Record<string, unknown> {
  const { taskType: _kept, ...fields } = typed;
  const changed = Object.entries(fields).filter(([name, value]) => {
    const now = task[name as keyof typeof fields]; // the form has a subset of the task's fields
    return name === 'dueAt' ? now?.slice(0, 16) !== (value ?? undefined)?.slice(0, 16) : value !== now;
  });
  return { ...Object.fromEntries(changed), version: task.version };
}
