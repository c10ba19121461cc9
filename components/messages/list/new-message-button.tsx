import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '#components/messages/messages-context.ts';
import { NewMessageDialog } from '#components/messages/people/new-message-dialog.tsx';
import { Button } from '#components/ui/button.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';

/** Starts a new conversation: an icon above the list, a button in an empty list. */
export function NewMessageButton({ look }: { readonly look: 'icon' | 'wide' }) {
  const { me, texts } = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (me.isRestricted) return null;
  return (
    <>
      {look === 'icon' ? (
        <button type="button" aria-label={texts.newMessage} onClick={() => setOpen(true)} className={iconButtonClass}>
          <SquarePen aria-hidden />
        </button>
      ) : (
        <Button onClick={() => setOpen(true)}>{texts.newMessage}</Button>
      )}
      <NewMessageDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
