'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSay } from '#components/inbox/inbox-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { ContactDialog } from './contact-dialog.tsx';

/** Shows a button that opens the form for a new contact. */
export function NewContact() {
  const t = useSay('crm');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {t('addContact')}
      </Button>
      {isOpen && <ContactDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
