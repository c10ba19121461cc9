import { Users } from '#lib/auth/collections.ts';
import { forbidden, invalid } from '#lib/core/errors.ts';
import type { Reader } from '#lib/data/store.ts';
import { type Changing, withInfo } from '#lib/messaging/conversations/conversation-change.ts';
import { MAX_PARTICIPANTS } from '#lib/messaging/limits.ts';
import { withSystemMessage } from '#lib/messaging/messages/system-messages.ts';
import type { Conversation, Member } from '#lib/messaging/schemas/conversation.ts';
import type { ChangeConversation } from '#lib/messaging/schemas/conversation-input.ts';
import { newMember } from './members.ts';

/** Throws unless the user may add and remove these participants: any member of a group adds, only its owner removes. */
export function assertMayChangeMembers(
  userId: string,
  { type }: Pick<Conversation, 'type'>,
  { role }: Pick<Member, 'role'>,
  { addParticipantIds, removeParticipantIds }: Pick<ChangeConversation, 'addParticipantIds' | 'removeParticipantIds'>,
): void {
  if (type !== 'group' && (addParticipantIds || removeParticipantIds))
    throw invalid('Participants can be added or removed only in a group', {
      [addParticipantIds ? 'addParticipantIds' : 'removeParticipantIds']: 'is allowed only for groups',
    });
  if (type === 'group' && role !== 'owner' && removeParticipantIds)
    throw forbidden('Only the owner of the group may do this', { code: 'NotOwner' });
  if (removeParticipantIds?.includes(userId))
    throw invalid('You cannot remove yourself', {
      removeParticipantIds: 'contains your own id; delete the conversation to leave it',
    });
}

/** Throws unless every user who joins exists and is active. */
export async function assertMayJoin(t: Reader, userIds: readonly string[]): Promise<void> {
  const users = await t.getMany(Users, userIds);
  if (users.some((user) => user?.data.status !== 'active'))
    throw invalid('A participant cannot join the conversation', {
      participantIds: 'contains an account that does not exist',
    });
}

/**
 * Adds users to a conversation, with a system message. When no owner is left, the first user who joins becomes the
 * owner.
 */
export function withJoined(
  change: Changing,
  { userIds, byId, at }: { readonly userIds: readonly string[]; readonly byId: string; readonly at: string },
): { readonly change: Changing; readonly members: readonly Member[] } {
  const participantIds = [...change.conversation.participantIds, ...userIds].sort();
  if (participantIds.length > MAX_PARTICIPANTS)
    throw invalid('The conversation has too many participants', {
      participantIds: `must have at most ${MAX_PARTICIPANTS} participants`,
    });
  const { ownerId: former } = change.conversation;
  const ownerId = former !== null && participantIds.includes(former) ? former : (userIds[0] ?? former);
  const said = withSystemMessage(change, { kind: 'member_joined', userIds, byId }, at);
  const joined = withInfo(said, { participantIds, ownerId, updatedAt: at }, 'member.joined', {
    userId: userIds[0],
    userIds,
    participantIds,
  });
  const headSeq = joined.conversation.messageSeq;
  return {
    change: joined,
    members: userIds.map((userId) =>
      newMember({ conversationId: change.id, userId, role: userId === ownerId ? 'owner' : 'member', headSeq, at }),
    ),
  };
}
