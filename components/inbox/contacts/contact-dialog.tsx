import { type FormEvent, useId, useState } from 'react';
import { useAct } from '#components/inbox/use-act.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Dialog, type DialogHandle } from '#components/ui/dialog.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { EmailContactView } from '#lib/crm/schemas/contact.ts';
import { post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';

type ContactDialogProps = {
  readonly handle: DialogHandle;
  /** Missing for a new contact. */
  readonly contact?: Pick<EmailContactView, 'email' | 'name' | 'company' | 'type'>;
};
type Saved = { readonly created: boolean; readonly contact: EmailContactView };

/** Shows a form to create or edit a contact. Incoming mail never overwrites fields a person typed. */
export function ContactDialog({ handle, contact }: ContactDialogProps) {
  const id = useId();
  const [wrong, setWrong] = useState('');
  const { isBusy, problem, act } = useAct();

  const save = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const data = new FormData(form);
    const email = contact?.email ?? textIn(data, 'email');
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      setWrong('Enter an email address');
      form.querySelector<HTMLElement>('[name="email"]')?.focus();
      return;
    }
    setWrong('');
    act(
      async () => {
        const { created } = await post<Saved>('/api/admin/email/contacts', { email, ...given(data, contact) });
        return created ? `${email} was added.` : `${email} was saved.`;
      },
      () => handle.current?.close(),
    );
  };

  return (
    <Dialog handle={handle} title={contact ? `Edit ${contact.email}` : 'New contact'} closeLabel="Close">
      <Form onSubmit={save} className="flex flex-col gap-4 overflow-y-auto p-5">
        {!contact && (
          <TextField
            id={`${id}-email`}
            name="email"
            type="email"
            label="Email address"
            maxLength={320}
            error={wrong || undefined}
          />
        )}
        <TextField id={`${id}-name`} name="name" label="Name" maxLength={200} defaultValue={contact?.name ?? ''} />
        <TextField
          id={`${id}-company`}
          name="company"
          label="Company"
          maxLength={200}
          defaultValue={contact?.company ?? ''}
        />
        <TextField
          id={`${id}-type`}
          name="type"
          label="Type"
          note="optional"
          hint="One word, such as customer or press."
          maxLength={40}
          defaultValue={contact?.type ?? ''}
        />
        {problem && <Alert kind="danger">{problem}</Alert>}
        <FormButtons submit="Save" busy={isBusy} cancel="Cancel" onCancel={() => handle.current?.close()} />
      </Form>
    </Dialog>
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
