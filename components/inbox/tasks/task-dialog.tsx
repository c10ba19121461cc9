import { type FormEvent, useId, useState } from 'react';
import { plain } from '#components/inbox/inbox-words.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { taskPriorities, taskTypes } from '#lib/crm/tasks/values.ts';
import { patch, post } from '#lib/web/api/api-client.ts';
import { taskChanges, taskIn } from './task-form.ts';

type TaskDialogProps = {
  readonly handle: DialogHandle;
  readonly threadId: string;
  /** Missing for a new task. */
  readonly task?: EmailTaskView;
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
};

/** Shows the form to create or edit a task. Times are in UTC, as everywhere in the console. */
export function TaskDialog({ handle, threadId, task, people, me }: TaskDialogProps) {
  const id = useId();
  const [wrong, setWrong] = useState('');
  const { isBusy, problem, act } = useAct();
  const types = [...new Set([...taskTypes, ...(task ? [task.taskType] : [])])];
  const others = Object.entries(people).filter(([person]) => person !== me);

  const save = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const typed = taskIn(new FormData(form));
    if (typed.title === '') {
      setWrong('Enter what needs to be done');
      form.querySelector<HTMLElement>('[name="title"]')?.focus();
      return;
    }
    setWrong('');
    act(
      async () => {
        if (task) await patch(`/api/admin/email/tasks/${task.id}`, taskChanges(task, typed));
        else await post('/api/admin/email/tasks', { threadId, ...withoutNulls(typed) });
        return `Saved: ${typed.title}`;
      },
      () => {
        handle.current?.close();
        if (!task) form.reset();
      },
    );
  };
  const cancel = (chosen: EmailTaskView) =>
    act(
      async () => {
        await patch(`/api/admin/email/tasks/${chosen.id}`, { status: 'cancelled', version: chosen.version });
        return `Cancelled: ${chosen.title}`;
      },
      () => handle.current?.close(),
    );

  return (
    <Dialog handle={handle} title={task ? 'Edit task' : 'New task'} closeLabel="Close">
      <Form key={task?.version} onSubmit={save} className="flex flex-col gap-4 overflow-y-auto p-5">
        <TextField
          id={`${id}-title`}
          name="title"
          label="Task"
          maxLength={200}
          defaultValue={task?.title}
          error={wrong || undefined}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            id={`${id}-type`}
            name="taskType"
            label="Type"
            defaultValue={task?.taskType ?? 'follow_up'}
            disabled={task !== undefined}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {plain(type)}
              </option>
            ))}
          </SelectField>
          <SelectField id={`${id}-priority`} name="priority" label="Priority" defaultValue={task?.priority ?? 'normal'}>
            {taskPriorities.map((priority) => (
              <option key={priority} value={priority}>
                {priority}
              </option>
            ))}
          </SelectField>
          <TextField
            id={`${id}-due`}
            name="dueAt"
            type="datetime-local"
            label="Due (UTC)"
            note="optional"
            defaultValue={task?.dueAt?.slice(0, 16)}
          />
          <SelectField id={`${id}-who`} name="assigneeId" label="Assignee" defaultValue={task?.assigneeId ?? ''}>
            <option value="">unassigned</option>
            <option value={me}>me</option>
            {others.map(([person, name]) => (
              <option key={person} value={person}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaField
          id={`${id}-description`}
          name="description"
          label="Details"
          note="optional"
          rows={3}
          maxLength={4000}
          defaultValue={task?.description ?? ''}
        />
        {problem && <Alert kind="danger">{problem}</Alert>}
        <FormButtons submit="Save" busy={isBusy} cancel="Close" onCancel={() => handle.current?.close()}>
          {task && (
            <Button look="danger" busy={isBusy} onClick={() => cancel(task)} className="ms-auto">
              Cancel task
            </Button>
          )}
        </FormButtons>
      </Form>
    </Dialog>
  );
}

const withoutNulls = (typed: object): object =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null));
