import type { Row } from '#lib/data/store.ts';
import { richAt } from '#lib/messaging/cards/rich-moves.ts';
import { beginningOf } from '#lib/messaging/messages/mentions.ts';
import type {
  Conversation,
  ConversationView,
  LastMessage,
  Member,
  SharedConversation,
} from '#lib/messaging/schemas/conversation.ts';
import type { Message, MessageView } from '#lib/messaging/schemas/message.ts';
import { MAX_PREVIEW } from '#lib/messaging/values.ts';

type Kept<T> = Pick<Row<T>, 'id' | 'data'>;

/** A conversation as all its participants see it. */
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

/** System messages count; so does a deleted one that was never read. Nothing is counted up, so nothing can drift. */
export const unreadOf = (conversation: Conversation, member: Member): number =>
  Math.max(0, conversation.messageSeq - member.lastReadSeq);

export const isMuted = ({ mutedUntil }: Member, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now.toISOString();

/** Hidden by its person, until somebody writes again. */
export const isPutAway = (conversation: Conversation, { hiddenAtSeq }: Member): boolean =>
  hiddenAtSeq !== null && conversation.messageSeq <= hiddenAtSeq;

/** A conversation as one participant sees it. */
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

/** What a deleted message leaves: its number, so that counts and pages hold. */
export const tombstoneOf = (message: Message, deletedAt: string): Message => ({
  ...message,
  ...gone,
  attachments: [],
  mentions: [],
  deletedAt,
});

/** A message as it stands. One that moderation took down looks deleted; its text stays in the row. */
function messageViewOf({ id, data }: Kept<Message>): MessageView {
  const { createdRev: _, bodyHash: __, blockedAt, ...shown } = data;
  if (blockedAt === null) return { id, ...shown };
  const { createdRev: ___, bodyHash: ____, blockedAt: _____, ...left } = tombstoneOf(data, data.deletedAt ?? blockedAt);
  return { id, ...left, metadata: { kind: 'moderated' } };
}

/** A message as every reader sees it at a moment: a request or a poll whose time is over says so. */
export function messageViewAt(row: Kept<Message>, at: string): MessageView {
  const view = messageViewOf(row);
  return { ...view, metadata: { ...richAt(view.type, view.metadata, at) } };
}

/** The newest message as lists show it: the first line or so of what it says. */
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
