import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { counted } from '#components/inbox/inbox-words.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type EraseDialogProps = { readonly handle: DialogHandle; readonly contact: Pick<EmailContactView, 'id' | 'email'> };
type Erased = {
  readonly erased: { readonly threads: number; readonly messages: number; readonly attachments: number };
};

/** Shows the confirmation for erasing all data of a contact. The admin must type the contact's full address. */
export function EraseDialog({ handle, contact }: EraseDialogProps) {
  const id = useId();
  const router = useRouter();
  const [wrong, setWrong] = useState('');
  const { isBusy, problem, act } = useAct();
  const close = () => handle.current?.close();

  const confirmed = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const confirmEmail = textIn(new FormData(form), 'confirmEmail');
    if (confirmEmail !== contact.email) {
      setWrong(`Type ${contact.email}`);
      form.querySelector<HTMLElement>('input')?.focus();
      return;
    }
    setWrong('');
    act(
      async () => {
        const { erased } = await post<Erased>(`/api/admin/email/contacts/${contact.id}/erase`, { confirmEmail });
        return `Erased: ${counted(erased.messages, 'email')} in ${counted(erased.threads, 'thread')}, ${counted(erased.attachments, 'attachment')}. The mailbox on the mail server was not touched.`;
      },
      () => {
        close();
        router.push('/admin/inbox/contacts');
      },
    );
  };

  return (
    <Dialog handle={handle} title={`Erase ${contact.email}`} closeLabel="Close">
      <Form onSubmit={confirmed} className="flex flex-col gap-4 overflow-y-auto p-5">
        <p>
          All emails, replies, drafts, tasks, attachments and the contact itself will be erased. This cannot be undone.
          Copies on the mail server stay there.
        </p>
        <TextField
          id={id}
          name="confirmEmail"
          label={`Type ${contact.email} to confirm`}
          autoComplete="off"
          spellCheck={false}
          error={wrong || undefined}
        />
        {problem && <Alert kind="danger">{problem}</Alert>}
        <FormButtons submit="Erase everything" look="danger" busy={isBusy} cancel="Cancel" onCancel={close} />
      </Form>
    </Dialog>
  );
}
