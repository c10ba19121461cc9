import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
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
  const t = useSay('crm');
  const id = useId();
  const router = useRouter();
  const action = useAct();

  const check = (data: FormData) =>
    textIn(data, 'confirmEmail') === contact.email ? {} : { confirmEmail: t('eraseMissing', { email: contact.email }) };
  const erase = (data: FormData, close: () => void) =>
    action.act(
      async () => {
        const confirmEmail = textIn(data, 'confirmEmail');
        const { erased } = await post<Erased>(`/api/admin/email/contacts/${contact.id}/erase`, { confirmEmail });
        return t('erasedSaid', { emails: erased.messages, threads: erased.threads, attachments: erased.attachments });
      },
      () => {
        close();
        router.push('/admin/inbox/contacts');
      },
    );

  return (
    <FormDialog
      title={t('eraseTitle', { email: contact.email })}
      submit={t('eraseAll')}
      look="danger"
      cancel={t('cancel')}
      closeLabel={t('close')}
      action={action}
      check={check}
      onSubmit={erase}
      onClose={onClose}
    >
      {({ confirmEmail }) => (
        <>
          <p>{t('eraseText')}</p>
          <TextField
            id={id}
            name="confirmEmail"
            label={t('eraseType', { email: contact.email })}
            autoComplete="off"
            spellCheck={false}
            error={confirmEmail}
          />
        </>
      )}
    </FormDialog>
  );
}
