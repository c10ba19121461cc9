'use client';

import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ContactDialog } from './contact-dialog.tsx';

/** Shows a button that opens the form for a new contact. */
export function NewContact() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div>
      <Button size="small" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <Plus aria-hidden className="size-4" />
        New contact…
      </Button>
      <ContactDialog handle={dialog} />
    </div>
  );
}
