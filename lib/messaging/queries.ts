import { from, type Query } from '#lib/data/query.ts';
import { Calls, ConversationMembers, Conversations, Messages, PaymentRequests, UserBlocks } from './collections.ts';
import type { UserBlock } from './schemas/block.ts';
import type { CallRow } from './schemas/call.ts';
import type { Conversation, Member } from './schemas/conversation.ts';
import type { Message } from './schemas/message.ts';
import type { PaymentRequest } from './schemas/payment-request.ts';
import type { ConversationType } from './values.ts';

export type ListFilter = {
  readonly type?: ConversationType | undefined;
  readonly refId?: string | undefined;
  readonly vendorId?: string | undefined;
  readonly kind?: string | undefined;
};

const listedOf = (userId: string): Query<Conversation> =>
  from(Conversations).where('participantIds', 'has', userId).where('listed', '==', true);

/** A user's listed conversations, latest activity first. */
export function conversationsByLatest(userId: string, filter: ListFilter, limit: number): Query<Conversation> {
  let query = listedOf(userId);
  if (filter.type !== undefined) query = query.where('type', '==', filter.type);
  if (filter.refId !== undefined) query = query.where('refId', '==', filter.refId);
  if (filter.vendorId !== undefined) query = query.where('vendorId', '==', filter.vendorId);
  if (filter.kind !== undefined) query = query.where('kind', '==', filter.kind);
  return query.orderBy('activityAt', 'desc').limit(limit);
}

/** The same conversations, ordered by the last change that a list shows, newest first. */
export const conversationsByListChange = (userId: string, limit: number): Query<Conversation> =>
  listedOf(userId).orderBy('listChangedAt', 'desc').limit(limit);

/** The same conversations in the direction of newer activity; the caller applies the filters. */
export const conversationsUpwards = (userId: string, limit: number): Query<Conversation> =>
  listedOf(userId).orderBy('activityAt').limit(limit);

export const membershipsOf = (userId: string, limit: number): Query<Member> =>
  from(ConversationMembers).where('userId', '==', userId).orderBy('updatedAt', 'desc').limit(limit);

/** Messages from a `seq` on. `seq` has no gaps, so `limit` determines the last one. */
export const messagesFrom = (conversationId: string, first: number, limit: number): Query<Message> =>
  from(Messages).where('conversationId', '==', conversationId).where('seq', '>=', first).orderBy('seq').limit(limit);

/** Messages of one sender, from the first on. */
export const messagesOf = (conversationId: string, senderId: string, limit: number): Query<Message> =>
  from(Messages)
    .where('conversationId', '==', conversationId)
    .where('senderId', '==', senderId)
    .orderBy('seq')
    .limit(limit);

/** Messages that changed after a value of the counter, in the order of the changes. */
export const messagesChangedAfter = (conversationId: string, rev: number, limit: number): Query<Message> =>
  from(Messages).where('conversationId', '==', conversationId).where('rev', '>', rev).orderBy('rev').limit(limit);

/** Messages that request payment of an order. */
export const requestsForOrder = (orderId: string, limit: number): Query<PaymentRequest> =>
  from(PaymentRequests).where('orderId', '==', orderId).limit(limit);

export const blocksBy = (blockerId: string, limit: number): Query<UserBlock> =>
  from(UserBlocks).where('blockerId', '==', blockerId).orderBy('createdAt', 'desc').limit(limit);

export const blocksOf = (blockedId: string, limit: number): Query<UserBlock> =>
  from(UserBlocks).where('blockedId', '==', blockedId).limit(limit);

/** The calls that ring for a user, newest first. */
export const ringingFor = (calleeId: string, limit: number): Query<CallRow> =>
  from(Calls)
    .where('calleeId', '==', calleeId)
    .where('state', '==', 'ringing')
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** The calls of a user as caller or as callee, in one state, newest first. */
export const callsOf = (
  side: 'callerId' | 'calleeId',
  userId: string,
  state: CallRow['state'],
  limit: number,
): Query<CallRow> =>
  from(Calls).where(side, '==', userId).where('state', '==', state).orderBy('createdAt', 'desc').limit(limit);
