import { from, type Query } from '#lib/data/query.ts';
import type { AgentChat, AgentChatMessage } from '#lib/store/schemas/agent.ts';
import { AgentChats, AgentMessages } from './collections.ts';

/** The messages of a chat before a place, the newest first. */
export const messagesBefore = (chatId: string, seq: number, limit: number): Query<AgentChatMessage> =>
  from(AgentMessages).where('chatId', '==', chatId).where('seq', '<', seq).orderBy('seq', 'desc').limit(limit);

/** The chats of a user, in the order of their products. */
export const chatsOf = (userId: string, limit: number): Query<AgentChat> =>
  from(AgentChats).where('userId', '==', userId).orderBy('productId').limit(limit);
