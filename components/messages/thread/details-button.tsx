'use client';

import { Info } from 'lucide-react';
import { useState } from 'react';
import { mutate } from 'swr';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { ConversationDetails } from '#components/messages/people/conversation-details.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';

type DetailsButtonProps = {
  readonly conversation: ConversationView;
  /** What has become of it; null when its reader has it no more. */
  readonly onChange: (conversation: ConversationView | null) => void;
};

/** Who takes part, and what its reader can do about a conversation. */
export function DetailsButton({ conversation, onChange }: DetailsButtonProps) {
  const { me, texts } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const people = usePeople(conversation.id, isOpen ? conversation.participantIds : []);
  const closed = () => {
    setOpen(false);
    // Somebody may have been blocked there, or may be heard again.
    void mutate('/api/users/blocks');
  };
  return (
    <>
      <button type="button" aria-label={texts.details} onClick={() => setOpen(true)} className={iconButtonClass}>
        <Info aria-hidden />
      </button>
      {isOpen && (
        <OpenDialog title={texts.details} closeLabel={texts.close} place="side" onClose={closed}>
          {() => (
            <div className="min-h-0 overflow-y-auto p-5">
              <ConversationDetails conversation={conversation} me={me.id} people={people} onChange={onChange} />
            </div>
          )}
        </OpenDialog>
      )}
    </>
  );
}
