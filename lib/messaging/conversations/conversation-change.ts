import type { Row, Writer } from '#lib/data/store.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import type { NewEvent } from '#lib/tunnel/publish.ts';
import type { TunnelEventName } from '#lib/tunnel/values.ts';
import { lastMessageOf, messageViewAt, sharedOf } from './views.ts';

type ConversationEvent = Pick<NewEvent, 'event' | 'data'> & { readonly rev: number };
type KeptMessage = Pick<Row<Message>, 'id' | 'data'>;

/**
 * A conversation in the middle of a transaction: its new state, the message rows to write, and the events to publish.
 * Each event has its own value of the change counter.
 */
export type Changing = {
  readonly id: string;
  readonly conversation: Conversation;
  readonly messages: readonly (KeptMessage & { readonly isNew: boolean })[];
  readonly events: readonly ConversationEvent[];
};

export const changeOf = ({ id, data }: Pick<Row<Conversation>, 'id' | 'data'>): Changing => ({
  id,
  conversation: data,
  messages: [],
  events: [],
});

/** The content of a new message. The conversation assigns the message's `seq` and `rev`. */
export type NewMessage = Pick<Message, 'senderId' | 'type' | 'content' | 'metadata' | 'createdAt'> &
  Partial<Pick<Message, 'attachments' | 'mentions' | 'replyToId' | 'clientMessageId' | 'bodyHash'>>;

/** Returns the row of a new message at its place in a conversation. */
export const newMessage = (
  said: NewMessage,
  { conversationId, seq, rev }: Pick<Message, 'conversationId' | 'seq' | 'rev'>,
): Message => ({
  attachments: [],
  mentions: [],
  replyToId: null,
  clientMessageId: null,
  bodyHash: null,
  ...said,
  conversationId,
  seq,
  rev,
  createdRev: rev,
  reactions: {},
  editedAt: null,
  deletedAt: null,
  blockedAt: null,
});

/** Appends a message to the conversation. */
export function withMessage(change: Changing, id: string, said: NewMessage): Changing {
  const { conversation } = change;
  const seq = conversation.messageSeq + 1;
  const rev = conversation.rev + 1;
  const data = newMessage(said, { conversationId: change.id, seq, rev });
  return {
    ...change,
    conversation: {
      ...conversation,
      messageSeq: seq,
      rev,
      lastMessage: lastMessageOf({ id, data }),
      lastMessageAt: said.createdAt,
      activityAt: said.createdAt,
      listChangedAt: said.createdAt,
    },
    messages: [...change.messages, { id, data, isNew: true }],
    events: [...change.events, { event: 'message.created', rev, data: messageViewAt({ id, data }, said.createdAt) }],
  };
}

export type MessageEvent = 'message.updated' | 'message.deleted' | 'message.reaction';

/** Changes an existing message. */
export function withChangedMessage(
  change: Changing,
  id: string,
  message: Message,
  event: MessageEvent,
  at: string,
): Changing {
  const rev = change.conversation.rev + 1;
  const data = { ...message, rev };
  const isLast = change.conversation.lastMessage?.id === id;
  const shown = isLast && { lastMessage: lastMessageOf({ id, data }), listChangedAt: at };
  return {
    ...change,
    conversation: { ...change.conversation, rev, ...shown },
    messages: [...change.messages, { id, data, isNew: false }],
    events: [...change.events, { event, rev, data: messageViewAt({ id, data }, at) }],
  };
}

/** Changes the conversation itself. Without `data` the event carries the conversation's shared view. */
export function withInfo(
  change: Changing,
  patch: Partial<Conversation>,
  event: Extract<TunnelEventName, 'conversation.updated' | 'member.joined' | 'member.left'>,
  data?: Readonly<Record<string, unknown>>,
): Changing {
  const rev = change.conversation.rev + 1;
  const { updatedAt = change.conversation.updatedAt } = patch;
  const conversation = { ...change.conversation, ...patch, rev, infoRev: rev, listChangedAt: updatedAt };
  const told = data ?? sharedOf({ id: change.id, data: conversation });
  return { ...change, conversation, events: [...change.events, { event, rev, data: told }] };
}

/** Writes the change to the store. The caller enqueues the follow-up effects in the same transaction. */
export function writeChange(write: Writer, { id, conversation, messages }: Changing): void {
  write.set(Conversations, id, conversation);
  for (const { id: messageId, data, isNew } of messages)
    if (isNew) write.create(Messages, messageId, data);
    else write.set(Messages, messageId, data);
}
