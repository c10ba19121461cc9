import { useId } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type RejectDialogProps = { readonly draftId: string; readonly onClose: () => void };

/** Shows the dialog that rejects a draft, with an optional reason for later readers. */
export function RejectDialog({ draftId, onClose }: RejectDialogProps) {
  const t = useSay('reply');
  const id = useId();
  const action = useAct();
  const reject = (data: FormData, close: () => void) => {
    const reason = textIn(data, 'reason');
    action.act(async () => {
      await post(`/api/admin/email/drafts/${draftId}/reject`, reason === '' ? {} : { reason });
      return t('rejected');
    }, close);
  };
  return (
    <FormDialog
      title={t('rejectTitle')}
      submit={t('rejectNow')}
      look="danger"
      cancel={t('cancel')}
      closeLabel={t('close')}
      action={action}
      onSubmit={reject}
      onClose={onClose}
    >
      <p>{t('rejectText')}</p>
      <TextAreaField id={id} name="reason" label={t('reason')} note={t('optional')} rows={2} maxLength={1000} />
    </FormDialog>
  );
}
