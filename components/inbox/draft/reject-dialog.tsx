import { type FormEvent, useId } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

/** Shows the dialog that rejects a draft, with an optional reason for later readers. */
export function RejectDialog({ handle, draftId }: { readonly handle: DialogHandle; readonly draftId: string }) {
  const id = useId();
  const { isBusy, problem, act } = useAct();
  const close = () => handle.current?.close();

  const confirmed = (event: FormEvent<HTMLFormElement>) => {
    const reason = textIn(new FormData(event.currentTarget), 'reason');
    act(async () => {
      await post(`/api/admin/email/drafts/${draftId}/reject`, reason === '' ? {} : { reason });
      return 'Draft rejected.';
    }, close);
  };

  return (
    <Dialog handle={handle} title="Reject draft" closeLabel="Close">
      <Form onSubmit={confirmed} className="flex flex-col gap-4 overflow-y-auto p-5">
        <p>It will not be sent. It stays in the thread, and you can write another one.</p>
        <TextAreaField id={id} name="reason" label="Reason" note="optional" rows={2} maxLength={1000} />
        {problem && <Alert kind="danger">{problem}</Alert>}
        <FormButtons submit="Reject" look="danger" busy={isBusy} cancel="Cancel" onCancel={close} />
      </Form>
    </Dialog>
  );
}
