import { Attachments } from '#components/messages/attachments/attachments.tsx';
import { RichCard } from '#components/messages/cards/rich-card.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { MessageText } from './message-text.tsx';
import { peopleIn } from './people-in.ts';

/** Whether a message consists of text and files. Any other message is a card with its own frame. */
export const isPlain = ({ type }: Pick<MessageView, 'type'>): boolean =>
  type === 'text' || type === 'image' || type === 'file';

/** Shows the content of a message by its type. A deleted message only says that it was deleted. */
export function MessageBody({ message }: { readonly message: MessageView }) {
  const { me, texts } = useMessages();
  const { act } = useThread();
  const { conversationId, content, metadata } = message;
  const named = isPlain(message) ? [] : peopleIn(metadata);
  const people = usePeople(conversationId, message.senderId === null ? named : [message.senderId, ...named]);
  if (message.deletedAt !== null)
    return <p>{metadata.kind === 'moderated' ? texts.moderatedMessage : texts.deletedMessage}</p>;
  if (!isPlain(message))
    return <RichCard message={message} me={me.id} people={people} act={(action) => act(message, action)} />;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {message.attachments.length > 0 && <Attachments message={message} />}
      {content !== '' && <MessageText conversationId={conversationId} content={content} />}
    </div>
  );
}
