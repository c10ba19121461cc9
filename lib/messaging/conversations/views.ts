import type { Row } from '#lib/data/store.ts';
import { richAt } from '#lib/messaging/cards/rich-transitions.ts';
import { MAX_PREVIEW } from '#lib/messaging/limits.ts';
import { beginningOf } from '#lib/messaging/messages/mentions.ts';
import type {
  Conversation,
  ConversationView,
  LastMessage,
  Member,
  SharedConversation,
} from '#lib/messaging/schemas/conversation.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';

type Kept<T> = Pick<Row<T>, 'id' | 'data'>;

/** Returns a conversation as all its participants see it. */
export const sharedOf = ({ id, data }: Kept<Conversation>): SharedConversation => ({
  id,
  type: data.type,
  participantIds: data.participantIds,
  metadata: data.metadata,
  ownerId: data.ownerId,
  createdBy: data.createdBy,
  createdAt: data.createdAt,
  updatedAt: data.updatedAt,
  lastMessageAt: data.lastMessageAt,
  lastMessage: data.lastMessage,
  messageSeq: data.messageSeq,
});

/**
 * Returns the number of unread messages. System messages count, and so do deleted messages that were never read. The
 * count is computed from two positions, so it cannot drift.
 */
export const unreadOf = (conversation: Conversation, member: Member): number =>
  Math.max(0, conversation.messageSeq - member.lastReadSeq);

export const isMuted = ({ mutedUntil }: Member, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now.toISOString();

/** Whether the user has hidden the conversation and no message has arrived since. */
export const isHidden = (conversation: Conversation, { hiddenAtSeq }: Member): boolean =>
  hiddenAtSeq !== null && conversation.messageSeq <= hiddenAtSeq;

/** Returns a conversation as one participant sees it. */
export function viewFor(row: Kept<Conversation>, member: Member, now: Date): ConversationView {
  const muted = isMuted(member, now);
  return {
    ...sharedOf(row),
    unreadCount: unreadOf(row.data, member),
    lastReadSeq: member.lastReadSeq,
    muted,
    mutedUntil: muted ? member.mutedUntil : null,
    archived: member.archived,
    role: member.role,
  };
}

const gone = { content: '', attachments: [], metadata: {}, mentions: [], reactions: {} } as const;

/** Returns the tombstone of a deleted message. The tombstone keeps its `seq`, so that counts and pages stay correct. */
export const tombstoneOf = (message: Message, deletedAt: string): Message => ({
  ...message,
  ...gone,
  attachments: [],
  mentions: [],
  deletedAt,
});

/** Returns a message in its stored state. A message that moderation took down looks deleted; its text stays in the row. */
function messageViewOf({ id, data }: Kept<Message>): MessageView {
  const { createdRev: _, bodyHash: __, blockedAt, ...shown } = data;
  if (blockedAt === null) return { id, ...shown };
  const { createdRev: ___, bodyHash: ____, blockedAt: _____, ...left } = tombstoneOf(data, data.deletedAt ?? blockedAt);
  return { id, ...left, metadata: { kind: 'moderated' } };
}

/**
 * Returns a message as every reader sees it at a given time. Requests and polls past their deadline are shown as
 * closed.
 */
export function messageViewAt(row: Kept<Message>, at: string): MessageView {
  const view = messageViewOf(row);
  return { ...view, metadata: { ...richAt(view.type, view.metadata, at) } };
}

/** Returns the newest message as lists show it, with the beginning of its text on one line. */
export function lastMessageOf({ id, data }: Kept<Message>): LastMessage {
  const view = messageViewOf({ id, data });
  const { content } = view;
  const kind = kindOf(view);
  const line = content.replaceAll(/\s+/g, ' ').trim();
  return {
    id,
    senderId: data.senderId,
    type: data.type,
    preview: beginningOf(line, MAX_PREVIEW),
    ...(kind !== null && { kind }),
    createdAt: data.createdAt,
  };
}

function kindOf({ type, content, metadata, attachments, deletedAt }: MessageView): string | null {
  if (deletedAt !== null) return 'deleted';
  if (type === 'system') return typeof metadata.kind === 'string' ? metadata.kind : null;
  return content.trim() === '' && attachments.length > 0 && type === 'text' ? 'files' : null;
}
