import { useId } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import type { DialogHandle } from '#components/ui/dialog.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

/** Shows the dialog that rejects a draft, with an optional reason for later readers. */
export function RejectDialog({ handle, draftId }: { readonly handle: DialogHandle; readonly draftId: string }) {
  const id = useId();
  const action = useAct();
  const reject = (data: FormData, close: () => void) => {
    const reason = textIn(data, 'reason');
    action.act(async () => {
      await post(`/api/admin/email/drafts/${draftId}/reject`, reason === '' ? {} : { reason });
      return 'Draft rejected.';
    }, close);
  };
  return (
    <FormDialog
      handle={handle}
      title="Reject draft"
      submit="Reject"
      look="danger"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      onSubmit={reject}
    >
      <p>It will not be sent. It stays in the thread, and you can write another one.</p>
      <TextAreaField id={id} name="reason" label="Reason" note="optional" rows={2} maxLength={1000} />
    </FormDialog>
  );
}
