import type { Reader, Row, Writer } from '#lib/data/store.ts';
import { ConversationMembers } from '#lib/messaging/collections.ts';
import { memberIdOf } from '#lib/messaging/ids.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';
import type { MemberRole } from '#lib/messaging/values.ts';

/** What each of these conversations is to one person, in their order. */
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

/** What one conversation is to each of these people, in their order; those who never took part are left out. */
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
  /** Everything before they came counts as read. */
  readonly headSeq: number;
  readonly at: string;
};

/** A member who has just come, or has come back. */
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
