import { useId } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type CompleteDialogProps = { readonly task: Pick<EmailTaskView, 'id' | 'title'>; readonly onClose: () => void };

/** Shows the dialog that completes a task and stores its result. */
export function CompleteDialog({ task, onClose }: CompleteDialogProps) {
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
      title={`Complete: ${task.title}`}
      submit="Complete"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      onSubmit={complete}
      onClose={onClose}
    >
      <TextAreaField id={id} name="notes" label="Result" note="optional" rows={4} maxLength={2000} />
    </FormDialog>
  );
}
