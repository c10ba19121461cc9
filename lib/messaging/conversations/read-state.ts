import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { Messages } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import { memberRowsOf, writeMember } from '#lib/messaging/members/members.ts';
import { messagesFrom } from '#lib/messaging/queries.ts';
import type { Member } from '#lib/messaging/schemas/conversation.ts';
import type { ReadAnswer, ReadInput, ReadState } from '#lib/messaging/schemas/message-input.ts';
import { collapseKeyOf } from '#lib/messaging/topics.ts';
import { readCollapsed } from '#lib/notifications/write/create.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { publish } from '#lib/tunnel/publish.ts';
import { getMine, type Mine } from './access.ts';
import { publishOwnRow } from './publish-change.ts';
import { unreadTotal } from './unread.ts';
import { unreadOf } from './views.ts';

/**
 * Records how far the caller has read. The position only moves forward; only `unread` moves it back, to before a
 * message. When the position does not change, no event is published.
 */
export async function markRead(ctx: UserContext, id: string, input: ReadInput): Promise<ReadAnswer> {
  const at = ctx.now().toISOString();
  const { mine, hasMoved } = await ctx.data.tx(
    async (t) => {
      const found = await getMine(ctx, t, id);
      const target = await targetOf(t, found, input);
      const { lastReadSeq } = found.member;
      const isMove = input.unread ? target < lastReadSeq : target > lastReadSeq;
      const member: Member = isMove
        ? {
            ...found.member,
            lastReadSeq: target,
            lastReadAt: input.unread ? found.member.lastReadAt : at,
            updatedAt: at,
          }
        : found.member;
      if (isMove) writeMember(t, member);
      return { mine: { row: found.row, member }, hasMoved: isMove };
    },
    { lane: `conversation_members/${memberIdOf(id, ctx.user.id)}` },
  );

  if (hasMoved) await publishRead(ctx, mine, input.unread === true);
  const totalUnread = await unreadTotal(ctx, ctx.user.id);
  return { conversationId: id, ...(await positionOf(ctx, mine)), totalUnread };
}

/** Returns the `seq` up to which the caller has read, at most that of the newest message. */
async function targetOf(reader: Reader, { row }: Mine, { messageId, seq, unread }: ReadInput): Promise<number> {
  const head = row.data.messageSeq;
  if (messageId === undefined) return Math.min(seq ?? head, head);
  const message = await reader.get(Messages, messageId);
  if (message?.data.conversationId !== row.id)
    throw invalid('The message does not exist', { messageId: 'is not a message of this conversation' });
  return Math.min(message.data.seq, head) - (unread ? 1 : 0);
}

async function publishRead(ctx: UserContext, { row, member }: Mine, isBack: boolean): Promise<void> {
  if (row.data.listed) await publishOwnRow(ctx, row.id, ctx.user.id);
  if (!isBack) await publishReadState(ctx, { id: row.id, isListed: row.data.listed }, member);
}

type Place = { readonly id: string; readonly isListed: boolean };

/**
 * Publishes the caller's read position to the others, if the caller shares it, and marks the caller's notification as
 * read.
 */
export async function publishReadState(
  ctx: UserContext,
  { id, isListed }: Place,
  { lastReadSeq, lastReadAt }: Pick<Member, 'lastReadSeq' | 'lastReadAt'>,
): Promise<void> {
  if (ctx.user.readReceipts) {
    const data = { userId: ctx.user.id, lastReadSeq, lastReadAt };
    await publish(ctx, [{ channel: conversationChannel(id), event: 'read.updated', data }]);
  }
  if (isListed) await readCollapsed(ctx, ctx.user.id, collapseKeyOf(id));
}

async function positionOf({ data }: UserContext, { row, member }: Mine) {
  const { lastReadSeq, lastReadAt } = member;
  const at = lastReadSeq === 0 ? undefined : (await data.find(messagesFrom(row.id, lastReadSeq, 1))).rows[0];
  return { lastReadSeq, lastReadMessageId: at?.id ?? null, lastReadAt, unreadCount: unreadOf(row.data, member) };
}

/** Returns how far all participants have read. A user who hides read receipts is not listed and sees none of the others. */
export async function readStateOf(ctx: UserContext, mine: Mine): Promise<ReadState> {
  const { row } = mine;
  const others = row.data.participantIds.filter((userId) => userId !== ctx.user.id);
  const [me, members, users] = await Promise.all([
    positionOf(ctx, mine),
    memberRowsOf(ctx.data, row.id, others),
    ctx.data.getMany(Users, others),
  ]);
  const showing = new Set(users.flatMap((user) => (user?.data.readReceipts ? [user.id] : [])));
  const participants = members
    .filter(({ userId }) => ctx.user.readReceipts && showing.has(userId))
    .map(({ userId, lastReadSeq, lastReadAt }) => ({ userId, lastReadSeq, lastReadAt }));
  return { conversationId: row.id, me, participants };
}
