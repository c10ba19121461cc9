'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ContactDialog } from './contact-dialog.tsx';

/** Shows a button that opens the form for a new contact. */
export function NewContact() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        New contact…
      </Button>
      {isOpen && <ContactDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
