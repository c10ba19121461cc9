'use client';

import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { ContactDialog } from './contact-dialog.tsx';

export type ContactAsked = {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly type?: string | undefined;
};

/**
 * Shows the contact filter and a button for a new contact. The browser submits the form, so the URL holds the filter.
 */
export function ContactFilter({ asked }: { readonly asked: ContactAsked }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <form
        action="/admin/inbox/contacts"
        aria-label="Filter"
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-5"
      >
        <TextField id="email" name="email" label="Email address" defaultValue={asked.email} maxLength={320} />
        <TextField id="name" name="name" label="Name" defaultValue={asked.name} maxLength={200} />
        <TextField id="company" name="company" label="Company" defaultValue={asked.company} maxLength={200} />
        <TextField id="type" name="type" label="Type" defaultValue={asked.type} maxLength={40} />
        <Button type="submit" look="secondary" className="justify-self-start">
          Show
        </Button>
      </form>
      <div>
        <Button size="small" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
          <Plus aria-hidden className="size-4" />
          New contact…
        </Button>
        <ContactDialog handle={dialog} />
      </div>
    </>
  );
}
