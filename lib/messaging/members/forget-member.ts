import type { Row, Tx } from '#lib/data/store.ts';
import { ConversationMembers, Conversations, UserBlocks } from '#lib/messaging/collections.ts';
import { changeOf, writeChange } from '#lib/messaging/conversations/conversation-change.ts';
import { blocksBy, blocksOf, membershipsOf } from '#lib/messaging/queries.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';
import { promiseGroupOver } from '#lib/messaging/topics.ts';
import { withoutMembers } from './leaving.ts';
import { memberRowsOf, writeMember } from './members.ts';

/**
 * The number of conversations left in one commit. It is small, because choosing the next owner reads all members of a
 * group.
 */
const AT_ONCE = 10;

type Leaving = {
  readonly row: Row<Conversation> | undefined;
  readonly member: Member;
  readonly others: readonly Member[];
};

/**
 * Removes a deleted account from a batch of its conversations and returns the size of the batch; 0 means that none are
 * left. The account leaves groups and subject conversations like any member; a direct conversation stays with the other
 * user. Messages stay under the account's id.
 */
export async function leaveForGood(t: Tx, userId: string, at: string): Promise<number> {
  const { rows } = await t.find(membershipsOf(userId, AT_ONCE));
  const leavings = await Promise.all(rows.map(({ data }) => leavingOf(t, data)));
  for (const { row, member, others } of leavings) if (row && isIn(row, member)) leave(t, row, member, others, at);
  for (const { id } of rows) t.delete(ConversationMembers, id);
  return rows.length;
}

async function leavingOf(t: Tx, member: Member): Promise<Leaving> {
  const row = await t.get(Conversations, member.conversationId);
  const needsHeir = row && isIn(row, member) && member.role === 'owner' && row.data.type !== 'direct';
  const staying = needsHeir ? row.data.participantIds.filter((userId) => userId !== member.userId) : [];
  return { row, member, others: await memberRowsOf(t, member.conversationId, staying) };
}

const isIn = ({ data }: Row<Conversation>, { userId }: Member): boolean =>
  data.deletedAt === null && data.participantIds.includes(userId);

function leave(t: Tx, row: Row<Conversation>, member: Member, others: readonly Member[], at: string): void {
  if (row.data.type === 'direct') return;
  const { change, members } = withoutMembers(changeOf(row), [member], { kind: 'member_left' }, at, others);
  const isOver = row.data.type === 'group' && change.conversation.participantIds.length === 0;
  writeChange(t, isOver ? { ...change, conversation: { ...change.conversation, deletedAt: at } } : change);
  if (isOver) promiseGroupOver(t, row.id, new Date(at));
  for (const remaining of members) if (remaining.userId !== member.userId) writeMember(t, remaining);
}

/** Deletes a batch of the blocks by and of a deleted account, and returns their number. */
export async function forgetBlocks(t: Tx, userId: string, most: number): Promise<number> {
  const [by, of] = await Promise.all([t.find(blocksBy(userId, most)), t.find(blocksOf(userId, most))]);
  const ids = new Set([...by.rows, ...of.rows].map(({ id }) => id));
  for (const id of ids) t.delete(UserBlocks, id);
  return ids.size;
}
