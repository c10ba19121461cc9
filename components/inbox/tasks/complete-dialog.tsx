import { useId } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import type { DialogHandle } from '#components/ui/dialog.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type CompleteDialogProps = { readonly handle: DialogHandle; readonly task: Pick<EmailTaskView, 'id' | 'title'> };

/** Shows the dialog that completes a task and stores its result. */
export function CompleteDialog({ handle, task }: CompleteDialogProps) {
  const id = useId();
  const action = useAct();
  const complete = (data: FormData, close: () => void) => {
    const completionNotes = textIn(data, 'notes');
    action.act(async () => {
      await post(`/api/admin/email/tasks/${task.id}/complete`, completionNotes === '' ? {} : { completionNotes });
      return `Completed: ${task.title}`;
    }, close);
  };
  return (
    <FormDialog
      handle={handle}
      title={`Complete: ${task.title}`}
      submit="Complete"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      onSubmit={complete}
    >
      <TextAreaField id={id} name="notes" label="Result" note="optional" rows={4} maxLength={2000} />
    </FormDialog>
  );
}
