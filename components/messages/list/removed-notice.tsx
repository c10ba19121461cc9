import { X } from 'lucide-react';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { titleOf } from '#components/messages/titles.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';

type GoneLineProps = { readonly conversation: ConversationView | null; readonly onClose: () => void };

/** Says which conversation was removed while the reader had it open. */
export function RemovedNotice({ conversation, onClose }: GoneLineProps) {
  const { me, texts, locale } = useMessages();
  const people = usePeople('', []);
  return (
    <div role="status" className="empty:hidden">
      {conversation && (
        <p className="flex items-center justify-between gap-2 bg-warning-soft ps-4 pe-1 text-sm text-warning">
          {fill(texts.takenAway, { name: titleOf(conversation, me.id, people, texts) }, locale)}
          <button
            type="button"
            aria-label={texts.close}
            onClick={onClose}
            className="flex size-11 shrink-0 items-center justify-center rounded-md"
          >
            <X aria-hidden className="size-5" />
          </button>
        </p>
      )}
    </div>
  );
}
