'use client';

import type { MessageView } from '#lib/messaging/schemas/message.ts';
import { Attachments } from './attachments/attachments.tsx';
import { RichCard } from './cards/rich-card.tsx';
import { MessageText } from './message-text.tsx';
import { useMessages, usePeople } from './messages-context.ts';
import { peopleIn } from './people-in.ts';
import { useThread } from './thread-context.ts';

/** What a message says, by its type; what is gone says only that. */
export function MessageBody({ message }: { readonly message: MessageView }) {
  const { me, texts } = useMessages();
  const { act } = useThread();
  const { conversationId, content, type, metadata } = message;
  const isPlain = type === 'text' || type === 'image' || type === 'file';
  const named = isPlain ? [] : peopleIn(metadata);
  const people = usePeople(conversationId, message.senderId === null ? named : [message.senderId, ...named]);
  if (message.deletedAt !== null)
    return <p>{metadata.kind === 'moderated' ? texts.moderatedMessage : texts.deletedMessage}</p>;
  if (!isPlain) return <RichCard message={message} me={me.id} people={people} act={(action) => act(message, action)} />;
  return (
    <>
      <Attachments message={message} />
      {content !== '' && <MessageText conversationId={conversationId} content={content} />}
    </>
  );
}
