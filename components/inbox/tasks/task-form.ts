import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { textIn } from '#lib/web/form-text.ts';

/** A task as it stands in a form; null where a field was left empty. */
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

/** What the field for a time holds, which knows no zone: the console's is UTC. */
const momentOf = (typed: string): string | null =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) ? `${typed.slice(0, 16)}:00.000Z` : null;

/** What was changed of a task. A due time nobody touched keeps its seconds. */
export function taskChanges(task: EmailTaskView, typed: TypedTask): Record<string, unknown> {
  const { taskType: _kept, ...fields } = typed;
  const changed = Object.entries(fields).filter(([name, value]) => {
    const now = task[name as keyof typeof fields]; // the fields of a form are some of the task's
    return name === 'dueAt' ? now?.slice(0, 16) !== (value ?? undefined)?.slice(0, 16) : value !== now;
  });
  return { ...Object.fromEntries(changed), version: task.version };
}
