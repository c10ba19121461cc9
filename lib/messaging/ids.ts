import { hashId, newId } from '#lib/core/ids.ts';
import type { ConversationType } from './values.ts';

export type Subject = {
  readonly type: Exclude<ConversationType, 'group'>;
  readonly participantIds: readonly string[];
  readonly refId: string | null;
  readonly kind: string | null;
};

/**
 * Returns the id of a conversation that exists once: of two users, or of a subject between the same users. Devices that
 * create it at the same time create one conversation.
 */
export function conversationIdOf({ type, participantIds, refId, kind }: Subject): string {
  const people = [...participantIds].sort();
  return type === 'direct'
    ? hashId('conversation', 'direct', ...people)
    : hashId('conversation', type, refId ?? '', kind ?? '', ...people);
}

/** Returns a new id for each group, unless the request has an idempotency key. */
export const groupIdOf = (userId: string, key: string | undefined): string =>
  key === undefined ? newId('conversation') : hashId('conversation', 'group', userId, key);

export const memberIdOf = (conversationId: string, userId: string): string => hashId('member', conversationId, userId);

/** Returns the id of a message. A message with a key has the same id forever, in every process and after every restart. */
export const messageIdOf = (conversationId: string, senderId: string, key: string | null): string =>
  key === null ? newId('message') : hashId('message', conversationId, senderId, key);

export const blockIdOf = (blockerId: string, blockedId: string): string => hashId('block', blockerId, blockedId);
