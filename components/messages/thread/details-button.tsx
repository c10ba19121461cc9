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
  /** Receives the changed conversation, or null when the reader is no longer in it. */
  readonly onChange: (conversation: ConversationView | null) => void;
};

/** Opens the members of a conversation and the reader's actions on it. */
export function DetailsButton({ conversation, onChange }: DetailsButtonProps) {
  const { me, texts } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const people = usePeople(conversation.id, isOpen ? conversation.participantIds : []);
  const closed = () => {
    setOpen(false);
    // The reader may have blocked or unblocked a user there.
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
