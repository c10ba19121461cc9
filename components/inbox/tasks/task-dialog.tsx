import { Fragment, useId } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { FIRST_DAY, LAST_DAY } from '#lib/core/calendar-day.ts';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { taskPriorities, taskTypes } from '#lib/crm/tasks/values.ts';
import { localTime } from '#lib/i18n/console/local-times.ts';
import { patch, post } from '#lib/web/api/api-client.ts';
import { isDueWrong, taskChanges, taskIn } from './task-form.ts';
import { taskTypeText } from './task-words.ts';

type TaskDialogProps = {
  readonly threadId: string;
  /** Missing for a new task. */
  readonly task?: EmailTaskView;
  readonly people: Readonly<Record<string, string>>;
  readonly me: string;
  readonly onClose: () => void;
};

/** Shows the form to create or edit a task. Times are in the time zone of the reader. */
export function TaskDialog({ threadId, task, people, me, onClose }: TaskDialogProps) {
  const t = useSay('crm');
  const { zone } = useReader();
  const id = useId();
  const action = useAct();
  const types = [...new Set([...taskTypes, ...(task ? [task.taskType] : [])])];
  const others = Object.entries(people).filter(([person]) => person !== me);

  const check = (data: FormData) => ({
    ...(taskIn(data, zone).title === '' && { title: t('titleMissing') }),
    ...(isDueWrong(data, zone) && { dueAt: t('dueWrong') }),
  });
  const save = (data: FormData, close: () => void) =>
    action.act(async () => {
      const typed = taskIn(data, zone);
      if (task) await patch(`/api/admin/email/tasks/${task.id}`, taskChanges(task, typed));
      else await post('/api/admin/email/tasks', { threadId, ...withoutNulls(typed) });
      return t('savedSaid', { title: typed.title });
    }, close);
  const cancel = (chosen: EmailTaskView, close: () => void) =>
    action.act(async () => {
      await patch(`/api/admin/email/tasks/${chosen.id}`, { status: 'cancelled', version: chosen.version });
      return t('cancelledSaid', { title: chosen.title });
    }, close);

  return (
    <FormDialog
      title={t(task ? 'editTask' : 'newTask')}
      submit={t('save')}
      cancel={t('close')}
      closeLabel={t('close')}
      action={action}
      check={check}
      onSubmit={save}
      onClose={onClose}
      buttons={(close) =>
        task && (
          <Button look="danger" busy={action.isBusy} onClick={() => cancel(task, close)} className="ms-auto">
            {t('cancelTask')}
          </Button>
        )
      }
    >
      {({ title, dueAt }) => (
        <Fragment key={task?.version}>
          <TextField
            id={`${id}-title`}
            name="title"
            label={t('task')}
            maxLength={200}
            defaultValue={task?.title}
            error={title}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              id={`${id}-type`}
              name="taskType"
              label={t('type')}
              defaultValue={task?.taskType ?? 'follow_up'}
              disabled={task !== undefined}
            >
              {types.map((type) => (
                <option key={type} value={type}>
                  {taskTypeText(type, t)}
                </option>
              ))}
            </SelectField>
            <SelectField
              id={`${id}-priority`}
              name="priority"
              label={t('priority')}
              defaultValue={task?.priority ?? 'normal'}
            >
              {taskPriorities.map((priority) => (
                <option key={priority} value={priority}>
                  {t(`priority_${priority}`)}
                </option>
              ))}
            </SelectField>
            <TextField
              id={`${id}-due`}
              name="dueAt"
              type="datetime-local"
              min={`${FIRST_DAY}T00:00`}
              max={`${LAST_DAY}T23:59`}
              label={t('due')}
              note={t('optional')}
              defaultValue={task?.dueAt ? localTime(task.dueAt, zone) : undefined}
              error={dueAt}
            />
            <SelectField id={`${id}-who`} name="assigneeId" label={t('assignee')} defaultValue={task?.assigneeId ?? ''}>
              <option value="">{t('unassigned')}</option>
              <option value={me}>{t('me')}</option>
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
            label={t('details')}
            note={t('optional')}
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
