'use client';

import { Attachments } from '#components/messages/attachments/attachments.tsx';
import { RichCard } from '#components/messages/cards/rich-card.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { MessageText } from './message-text.tsx';
import { peopleIn } from './people-in.ts';

/** Whether a message is words and files; any other is a card, with a frame of its own. */
export const isPlain = ({ type }: Pick<MessageView, 'type'>): boolean =>
  type === 'text' || type === 'image' || type === 'file';

/** What a message says, by its type; what is gone says only that. */
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
