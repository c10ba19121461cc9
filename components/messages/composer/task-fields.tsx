import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useNames } from '#components/messages/use-names.ts';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { People } from '#lib/messaging/members/people.ts';
import type { FieldErrors } from './compose-props.ts';

type TaskFieldsProps = FieldErrors & {
  readonly participantIds: readonly string[];
  readonly me: string;
  readonly people: People;
};

/** Shows the fields for title, assignee and due date of a task. */
export function TaskFields({ errorOf, participantIds, me, people }: TaskFieldsProps) {
  const texts = useMessageTexts().messageCompose;
  const { nameOf } = useNames(me, people);
  return (
    <>
      <TextField id="task-title" name="title" label={texts.taskTitle} error={errorOf('title')} maxLength={200} />
      <SelectField id="task-assignee" name="assigneeId" label={texts.assignee} defaultValue="">
        <option value="">{texts.anybody}</option>
        {participantIds.map((id) => (
          <option key={id} value={id}>
            {nameOf(id)}
          </option>
        ))}
      </SelectField>
      <TextField id="task-due" name="dueAt" type="datetime-local" label={texts.dueAt} note={texts.optional} />
    </>
  );
}
