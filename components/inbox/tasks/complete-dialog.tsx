import { type FormEvent, useId } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type CompleteDialogProps = { readonly handle: DialogHandle; readonly task: Pick<EmailTaskView, 'id' | 'title'> };

/** Shows the dialog that completes a task and stores its result. */
export function CompleteDialog({ handle, task }: CompleteDialogProps) {
  const id = useId();
  const { isBusy, problem, act } = useAct();
  const complete = (event: FormEvent<HTMLFormElement>) => {
    const completionNotes = textIn(new FormData(event.currentTarget), 'notes');
    act(
      async () => {
        await post(`/api/admin/email/tasks/${task.id}/complete`, completionNotes === '' ? {} : { completionNotes });
        return `Completed: ${task.title}`;
      },
      () => handle.current?.close(),
    );
  };
  return (
    <Dialog handle={handle} title={`Complete: ${task.title}`} closeLabel="Close">
      <Form onSubmit={complete} className="flex flex-col gap-4 overflow-y-auto p-5">
        <TextAreaField id={id} name="notes" label="Result" note="optional" rows={4} maxLength={2000} />
        {problem && <Alert kind="danger">{problem}</Alert>}
        <FormButtons submit="Complete" busy={isBusy} cancel="Cancel" onCancel={() => handle.current?.close()} />
      </Form>
    </Dialog>
  );
}
