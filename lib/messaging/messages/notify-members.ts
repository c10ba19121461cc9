import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import type { Row } from '#lib/data/store.ts';
import { Conversations, Messages } from '#lib/messaging/collections.ts';
import { isMuted, lastMessageOf, unreadOf } from '#lib/messaging/conversations/views.ts';
import { blockersAmong } from '#lib/messaging/members/blocks.ts';
import { memberRowsOf } from '#lib/messaging/members/members.ts';
import { personOf } from '#lib/messaging/members/people.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';
import type { Message } from '#lib/messaging/schemas/message.ts';
import { collapseKeyOf } from '#lib/messaging/topics.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { withNames } from './mentions.ts';

/** In larger groups only mentioned users are notified. */
const MOST_TOLD = 32;

type Asked = { readonly conversationId: string; readonly messageId: string };

/**
 * Notifies the members who have not read a message by now, with one notification per conversation. Deleted messages and
 * hidden tool conversations cause no notification, and no member is notified of a sender they have blocked. Members who
 * muted the conversation get no push.
 */
export async function notifyMembers(ctx: Context, { conversationId, messageId }: Asked): Promise<void> {
  const [conversation, message] = await Promise.all([
    ctx.data.get(Conversations, conversationId),
    ctx.data.get(Messages, messageId),
  ]);
  if (!conversation || !message || !isWorthTelling(conversation.data, message.data)) return;
  const { senderId } = message.data;
  if (senderId === null) return;

  const asked = audienceOf(conversation.data, message.data);
  const [members, blockers, names] = await Promise.all([
    memberRowsOf(ctx.data, conversationId, asked),
    blockersAmong(ctx.data, senderId, asked),
    namesOf(ctx, [senderId, ...message.data.mentions]),
  ]);
  const { preview } = lastMessageOf({
    id: message.id,
    data: { ...message.data, content: withNames(message.data.content, names) },
  });
  const named = message.data.mentions.filter((id) => preview.includes(`@${names.get(id) ?? ''}`));
  const said = { conversation, message, sender: names.get(senderId) ?? '', preview, people: [senderId, ...named] };
  for (const member of members)
    if (hasMissed(member, message.data) && !blockers.has(member.userId)) await notifyMember(ctx, { ...said, member });
}

/** Whether the member has neither read the message nor hidden the conversation after it. */
const hasMissed = ({ lastReadSeq, hiddenAtSeq }: Member, { seq }: Message): boolean =>
  lastReadSeq < seq && (hiddenAtSeq ?? 0) < seq;

const isWorthTelling = ({ listed, deletedAt }: Conversation, message: Message): boolean =>
  listed && deletedAt === null && message.deletedAt === null && message.blockedAt === null;

const audienceOf = ({ participantIds }: Conversation, { senderId, mentions }: Message): readonly string[] =>
  participantIds.filter(
    (userId) => userId !== senderId && (participantIds.length <= MOST_TOLD || mentions.includes(userId)),
  );

/** Returns the current names of users. A deleted account has no name. */
async function namesOf({ data }: Context, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)];
  const users = await data.getMany(Users, ids);
  return new Map(ids.map((id, at) => [id, personOf(id, users[at]?.data).name]));
}

type MemberNotice = {
  readonly conversation: Row<Conversation>;
  readonly message: Row<Message>;
  readonly member: Member;
  readonly sender: string;
  readonly preview: string;
  readonly people: readonly string[];
};

async function notifyMember(
  ctx: Context,
  { conversation, message, member, sender, preview, people }: MemberNotice,
): Promise<void> {
  const count = unreadOf(conversation.data, member);
  const title = sender === '' ? 'Plaza' : sender;
  const words =
    count > 1 || preview === ''
      ? ({ template: 'message.many', params: { sender: title, count: Math.max(1, count) } } as const)
      : ({ template: 'message.new', params: { sender: title, text: preview } } as const);
  await createNotification(ctx, member.userId, {
    ...words,
    people,
    type: 'MESSAGE',
    priority: message.data.mentions.includes(member.userId) ? 'high' : 'normal',
    data: {
      collapseKey: collapseKeyOf(conversation.id),
      conversationId: conversation.id,
      messageId: message.id,
      actionUrl: `/messages/${conversation.id}`,
    },
    source: 'message',
    key: message.id,
    ...(isMuted(member, ctx.now()) && { shut: { push: 'muted' } }),
  });
}
