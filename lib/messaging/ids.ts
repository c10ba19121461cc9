import { hashId, newId } from '#lib/core/ids.ts';
import type { ConversationType } from './values.ts';

export type Subject = {
  readonly type: Exclude<ConversationType, 'group'>;
  readonly participantIds: readonly string[];
  readonly refId: string | null;
  readonly kind: string | null;
};

/**
 * The id of a conversation that there is once: of two people, or of a subject between the same people. However many
 * devices make it at the same time, they make one.
 */
export function conversationIdOf({ type, participantIds, refId, kind }: Subject): string {
  const people = [...participantIds].sort();
  return type === 'direct'
    ? hashId('conversation', 'direct', ...people)
    : hashId('conversation', type, refId ?? '', kind ?? '', ...people);
}

/** A group is a new one each time, unless its maker gives the request a key. */
export const groupIdOf = (userId: string, key: string | undefined): string =>
  key === undefined ? newId('conversation') : hashId('conversation', 'group', userId, key);

export const memberIdOf = (conversationId: string, userId: string): string => hashId('member', conversationId, userId);

/** A message with a key is one message for ever, in every process and after every restart. */
export const messageIdOf = (conversationId: string, senderId: string, key: string | null): string =>
  key === null ? newId('message') : hashId('message', conversationId, senderId, key);

export const blockIdOf = (blockerId: string, blockedId: string): string => hashId('block', blockerId, blockedId);
