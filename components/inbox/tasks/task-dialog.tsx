import { Fragment, useId } from 'react';
import { plain } from '#components/inbox/inbox-words.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { taskPriorities, taskTypes } from '#lib/crm/tasks/values.ts';
import { patch, post } from '#lib/web/api/api-client.ts';
import { taskChanges, taskIn } from './task-form.ts';

type TaskDialogProps = {
  readonly threadId: string;
  /** Missing for a new task. */
  readonly task?: EmailTaskView;
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
  readonly onClose: () => void;
};

/** Shows the form to create or edit a task. Times are in UTC, as everywhere in the console. */
export function TaskDialog({ threadId, task, people, me, onClose }: TaskDialogProps) {
  const id = useId();
  const action = useAct();
  const types = [...new Set([...taskTypes, ...(task ? [task.taskType] : [])])];
  const others = Object.entries(people).filter(([person]) => person !== me);

  const check = (data: FormData) => (taskIn(data).title === '' ? { title: 'Enter what needs to be done' } : {});
  const save = (data: FormData, close: () => void) =>
    action.act(async () => {
      const typed = taskIn(data);
      if (task) await patch(`/api/admin/email/tasks/${task.id}`, taskChanges(task, typed));
      else await post('/api/admin/email/tasks', { threadId, ...withoutNulls(typed) });
      return `Saved: ${typed.title}`;
    }, close);
  const cancel = (chosen: EmailTaskView, close: () => void) =>
    action.act(async () => {
      await patch(`/api/admin/email/tasks/${chosen.id}`, { status: 'cancelled', version: chosen.version });
      return `Cancelled: ${chosen.title}`;
    }, close);

  return (
    <FormDialog
      title={task ? 'Edit task' : 'New task'}
      submit="Save"
      cancel="Close"
      closeLabel="Close"
      action={action}
      check={check}
      onSubmit={save}
      onClose={onClose}
      buttons={(close) =>
        task && (
          <Button look="danger" busy={action.isBusy} onClick={() => cancel(task, close)} className="ms-auto">
            Cancel task
          </Button>
        )
      }
    >
      {({ title }) => (
        <Fragment key={task?.version}>
          <TextField
            id={`${id}-title`}
            name="title"
            label="Task"
            maxLength={200}
            defaultValue={task?.title}
            error={title}
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
            <SelectField
              id={`${id}-priority`}
              name="priority"
              label="Priority"
              defaultValue={task?.priority ?? 'normal'}
            >
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
        </Fragment>
      )}
    </FormDialog>
  );
}

const withoutNulls = (typed: object): object =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null));
