import type { UserContext } from '#lib/context/context.ts';
import { forbidden, invalid } from '#lib/core/errors.ts';
import type { Tx } from '#lib/data/store.ts';
import { getMine, laneOf, type Mine } from '#lib/messaging/conversations/access.ts';
import { type Changing, changeOf, withInfo, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { publishChange, publishEnd, publishRemoved } from '#lib/messaging/conversations/publish-change.ts';
import { withSystemMessage } from '#lib/messaging/messages/system-messages.ts';
import type { Member } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationDeleted } from '#lib/messaging/schemas/conversation-input.ts';
import { promiseGroupOver, promiseLeft } from '#lib/messaging/topics.ts';
import type { DeleteMode } from '#lib/messaging/values.ts';
import { memberRowsOf, writeMember } from './members.ts';

type Done = { readonly mode: DeleteMode; readonly change: Changing; readonly cut: readonly string[] };

/**
 * Removes a conversation from the caller's list: hides a direct one until the next message, leaves any other. With
 * `all` the owner deletes a group for everyone. After leaving, a repeat throws NotFound.
 */
export async function deleteConversation(
  ctx: UserContext,
  id: string,
  scope: 'all' | undefined,
): Promise<ConversationDeleted> {
  const now = ctx.now();
  const at = now.toISOString();
  const done = await ctx.data.tx(
    async (t) => {
      const mine = await getMine(ctx, t, id);
      const ended = await endIn(t, mine, scope, at);
      promiseLeft(t, id, ended.cut, now);
      if (ended.change.conversation.deletedAt !== null) promiseGroupOver(t, id, now);
      return ended;
    },
    { lane: laneOf(id) },
  );

  const { mode, change, cut } = done;
  if (mode === 'hidden') await publishRemoved(ctx, id, cut);
  else {
    await publishEnd(ctx, id, cut, mode === 'deleted' ? 'conversation_deleted' : 'membership_ended');
    await publishChange(ctx, change);
  }
  ctx.log('info', 'conversation.left', { conversationId: id, mode, userId: ctx.user.id });
  return { deleted: true, conversationId: id, mode };
}

async function endIn(t: Tx, mine: Mine, scope: 'all' | undefined, at: string): Promise<Done> {
  if (scope === 'all') return deleteForAll(t, mine, at);
  return mine.row.data.type === 'direct' ? hide(t, mine, at) : leave(t, mine, at);
}

async function hide(t: Tx, { row, member }: Mine, at: string): Promise<Done> {
  writeMember(t, { ...member, hiddenAtSeq: row.data.messageSeq, updatedAt: at });
  return { mode: 'hidden', change: changeOf(row), cut: [member.userId] };
}

async function leave(t: Tx, { row, member }: Mine, at: string): Promise<Done> {
  const staying = row.data.participantIds.filter((userId) => userId !== member.userId);
  const others = await memberRowsOf(t, row.id, staying);
  const gone = withoutMembers(changeOf(row), [member], { kind: 'member_left' }, at, others);
  const isOver = row.data.type === 'group' && staying.length === 0;
  const { conversation } = gone.change;
  const change = isOver ? { ...gone.change, conversation: { ...conversation, deletedAt: at } } : gone.change;
  writeChange(t, change);
  for (const changed of gone.members) writeMember(t, changed);
  return { mode: 'left', change, cut: [member.userId] };
}

async function deleteForAll(t: Tx, { row, member }: Mine, at: string): Promise<Done> {
  if (row.data.type !== 'group')
    throw invalid('Only a group can be deleted for everyone', { scope: 'is allowed only for groups' });
  if (member.role !== 'owner') throw forbidden('Only the owner of the group may do this', { code: 'NotOwner' });
  const { participantIds } = row.data;
  const change = changeOf({ id: row.id, data: { ...row.data, deletedAt: at, listed: false, participantIds: [] } });
  writeChange(t, change);
  return { mode: 'deleted', change, cut: participantIds };
}

type Fact = { readonly kind: 'member_left' } | { readonly kind: 'member_removed'; readonly byId: string };

/**
 * Removes members from a conversation, with a system message. When the owner leaves, the longest-standing member of
 * `others` becomes the owner.
 */
export function withoutMembers(
  change: Changing,
  leaving: readonly Member[],
  fact: Fact,
  at: string,
  others: readonly Member[] = [],
): { readonly change: Changing; readonly members: readonly Member[] } {
  const userIds = leaving.map(({ userId }) => userId);
  const participantIds = change.conversation.participantIds.filter((userId) => !userIds.includes(userId));
  const said = withSystemMessage(change, { ...fact, userIds }, at);
  const heir = leaving.some(({ role }) => role === 'owner') ? oldestOf(others) : undefined;
  const ownerId = heir ? heir.userId : said.conversation.ownerId;
  const left = withInfo(said, { participantIds, ownerId, updatedAt: at }, 'member.left', {
    userId: userIds[0],
    userIds,
    participantIds,
  });
  const gone = leaving.map((member): Member => ({ ...member, role: 'member', leftAt: at, updatedAt: at }));
  return { change: left, members: heir ? [...gone, { ...heir, role: 'owner', updatedAt: at }] : gone };
}

const oldestOf = (members: readonly Member[]): Member | undefined =>
  members.toSorted((a, b) =>
    a.joinedAt === b.joinedAt ? (a.userId < b.userId ? -1 : 1) : a.joinedAt < b.joinedAt ? -1 : 1,
  )[0];
