import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { counted } from '#components/inbox/inbox-words.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type EraseDialogProps = { readonly contact: Pick<EmailContactView, 'id' | 'email'>; readonly onClose: () => void };
type Erased = {
  readonly erased: { readonly threads: number; readonly messages: number; readonly attachments: number };
};

/** Shows the confirmation for erasing all data of a contact. The admin must type the contact's full address. */
export function EraseDialog({ contact, onClose }: EraseDialogProps) {
  const id = useId();
  const router = useRouter();
  const action = useAct();

  const check = (data: FormData) =>
    textIn(data, 'confirmEmail') === contact.email ? {} : { confirmEmail: `Type ${contact.email}` };
  const erase = (data: FormData, close: () => void) =>
    action.act(
      async () => {
        const confirmEmail = textIn(data, 'confirmEmail');
        const { erased } = await post<Erased>(`/api/admin/email/contacts/${contact.id}/erase`, { confirmEmail });
        return `Erased: ${counted(erased.messages, 'email')} in ${counted(erased.threads, 'thread')}, ${counted(erased.attachments, 'attachment')}. The mailbox on the mail server was not touched.`;
      },
      () => {
        close();
        router.push('/admin/inbox/contacts');
      },
    );

  return (
    <FormDialog
      title={`Erase ${contact.email}`}
      submit="Erase everything"
      look="danger"
      cancel="Cancel"
      closeLabel="Close"
      action={action}
      check={check}
      onSubmit={erase}
      onClose={onClose}
    >
      {({ confirmEmail }) => (
        <>
          <p>
            All emails, replies, drafts, tasks, attachments and the contact itself will be erased. This cannot be
            undone. Copies on the mail server stay there.
          </p>
          <TextField
            id={id}
            name="confirmEmail"
            label={`Type ${contact.email} to confirm`}
            autoComplete="off"
            spellCheck={false}
            error={confirmEmail}
          />
        </>
      )}
    </FormDialog>
  );
}
