import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { ConversationMembers } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';
import type { MemberRole } from '#lib/messaging/values.ts';

/** Returns one user's membership in each of these conversations, in their order. */
export async function membersOf(
  reader: Reader,
  rows: readonly Pick<Row<Conversation>, 'id'>[],
  userId: string,
): Promise<(Member | undefined)[]> {
  const found = await reader.getMany(
    ConversationMembers,
    rows.map(({ id }) => memberIdOf(id, userId)),
  );
  return found.map((row) => row?.data);
}

/** Returns the memberships of these users in one conversation, in their order, without users who never took part. */
export async function memberRowsOf(
  reader: Reader,
  conversationId: string,
  userIds: readonly string[],
): Promise<readonly Member[]> {
  const found = await reader.getMany(
    ConversationMembers,
    userIds.map((userId) => memberIdOf(conversationId, userId)),
  );
  return found.flatMap((row) => row?.data ?? []);
}

type Joining = {
  readonly conversationId: string;
  readonly userId: string;
  readonly role: MemberRole;
  /** Every message before the join counts as read. */
  readonly headSeq: number;
  readonly at: string;
};

/** Returns the membership of a user who has joined or rejoined. */
export const newMember = ({ conversationId, userId, role, headSeq, at }: Joining): Member => ({
  conversationId,
  userId,
  role,
  joinedAt: at,
  leftAt: null,
  lastReadSeq: headSeq,
  lastReadAt: null,
  hiddenAtSeq: null,
  archived: false,
  mutedUntil: null,
  updatedAt: at,
});

export const writeMember = (write: Writer, member: Member): void =>
  write.set(ConversationMembers, memberIdOf(member.conversationId, member.userId), member);
