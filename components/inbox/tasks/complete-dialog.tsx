import { useId } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type CompleteDialogProps = { readonly task: Pick<EmailTaskView, 'id' | 'title'>; readonly onClose: () => void };

/** Shows the dialog that completes a task and stores its result. */
export function CompleteDialog({ task, onClose }: CompleteDialogProps) {
  const t = useSay('crm');
  const id = useId();
  const action = useAct();
  const complete = (data: FormData, close: () => void) => {
    const completionNotes = textIn(data, 'notes');
    action.act(async () => {
      await post(`/api/admin/email/tasks/${task.id}/complete`, completionNotes === '' ? {} : { completionNotes });
      return t('completedSaid', { title: task.title });
    }, close);
  };
  return (
    <FormDialog
      title={t('completeTitle', { title: task.title })}
      submit={t('completeNow')}
      cancel={t('cancel')}
      closeLabel={t('close')}
      action={action}
      onSubmit={complete}
      onClose={onClose}
    >
      <TextAreaField id={id} name="notes" label={t('result')} note={t('optional')} rows={4} maxLength={2000} />
    </FormDialog>
  );
}
