import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';

/**
 * What to ask for when somebody wants to write to these people: one is a direct conversation, several are a group, which
 * has a name. Null while something is missing.
 */
export function newConversation(userIds: readonly string[], groupName: string): CreateConversation | null {
  if (userIds.length === 0) return null;
  if (userIds.length === 1) return { type: 'direct', participantIds: [...userIds] };
  const name = groupName.trim();
  return name === '' ? null : { type: 'group', participantIds: [...userIds], metadata: { groupName: name } };
}
