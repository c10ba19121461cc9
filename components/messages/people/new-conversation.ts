import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';

/**
 * Returns the request for a new conversation: a direct one with one person, a group with several. A group needs a name.
 * Returns null while something is missing.
 */
export function newConversation(userIds: readonly string[], groupName: string): CreateConversation | null {
  if (userIds.length === 0) return null;
  if (userIds.length === 1) return { type: 'direct', participantIds: [...userIds] };
  const name = groupName.trim();
  return name === '' ? null : { type: 'group', participantIds: [...userIds], metadata: { groupName: name } };
}
