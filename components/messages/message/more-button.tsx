import { Ellipsis } from 'lucide-react';
import { useMessages } from '#components/messages/messages-context.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { MESSAGE_MENU } from './message-menu.tsx';

type MoreButtonProps = { readonly message: MessageView; readonly label: string };

/** Opens the menu of a message. `label` identifies the message. */
export function MoreButton({ message, label }: MoreButtonProps) {
  const { texts, locale } = useMessages();
  const { openMenu } = useThread();
  return (
    <button
      type="button"
      popoverTarget={MESSAGE_MENU}
      onClick={() => openMenu(message)}
      aria-label={fill(texts.actionsOf, { name: label }, locale)}
      className="message-more flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sunken hover:text-text"
    >
      <Ellipsis aria-hidden className="size-5" />
    </button>
  );
}
