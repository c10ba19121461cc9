import { useId } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { useAct } from '#components/inbox/use-act.ts';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type ContactDialogProps = {
  /** Missing for a new contact. */
  readonly contact?: Pick<EmailContactView, 'email' | 'name' | 'company' | 'type'>;
  readonly onClose: () => void;
};
type Saved = { readonly created: boolean; readonly contact: EmailContactView };

/** Shows a form to create or edit a contact. Incoming mail never overwrites fields a person typed. */
export function ContactDialog({ contact, onClose }: ContactDialogProps) {
  const t = useSay('crm');
  const id = useId();
  const action = useAct();
  const emailIn = (data: FormData) => contact?.email ?? textIn(data, 'email');

  const check = (data: FormData) => (/^[^\s@]+@[^\s@]+$/.test(emailIn(data)) ? {} : { email: t('emailMissing') });
  const save = (data: FormData, close: () => void) => {
    const email = emailIn(data);
    action.act(async () => {
      const { created } = await post<Saved>('/api/admin/email/contacts', { email, ...given(data, contact) });
      return t(created ? 'contactAdded' : 'contactSaved', { email });
    }, close);
  };

  return (
    <FormDialog
      title={contact ? t('editContact', { email: contact.email }) : t('newContact')}
      submit={t('save')}
      cancel={t('cancel')}
      closeLabel={t('close')}
      action={action}
      check={check}
      onSubmit={save}
      onClose={onClose}
    >
      {({ email }) => (
        <>
          {!contact && (
            <TextField id={`${id}-email`} name="email" type="email" label={t('email')} maxLength={320} error={email} />
          )}
          <TextField
            id={`${id}-name`}
            name="name"
            label={t('name')}
            maxLength={200}
            defaultValue={contact?.name ?? ''}
          />
          <TextField
            id={`${id}-company`}
            name="company"
            label={t('company')}
            maxLength={200}
            defaultValue={contact?.company ?? ''}
          />
          <TextField
            id={`${id}-type`}
            name="type"
            label={t('type')}
            note={t('optional')}
            hint={t('typeHint')}
            maxLength={40}
            defaultValue={contact?.type ?? ''}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Returns the fields that were filled in or emptied. Unchanged fields are not sent. */
function given(data: FormData, contact: ContactDialogProps['contact']): Record<string, string | null> {
  const fields = ['name', 'company', 'type'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = textIn(data, field);
      return text === (contact?.[field] ?? '') ? [] : [[field, text || null]];
    }),
  );
}
