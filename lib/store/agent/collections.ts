import { collection } from '#lib/data/collection.ts';
import { agentChat, agentChatMessage, agentUserDay } from '#lib/store/schemas/agent.ts';

/** The chats with the product agent. They are not conversations and never enter the inbox. */
export const AgentChats = collection('agent_chats', {
  label: 'Chat',
  schema: agentChat,
  indexes: [['userId', 'productId']],
  ttl: 'expiresAt',
});

export const AgentMessages = collection('agent_messages', {
  label: 'Message',
  schema: agentChatMessage,
  indexes: [['chatId', 'seq desc']],
  ttl: 'expiresAt',
});

export const AgentUserDays = collection('agent_user_days', {
  label: 'Usage day',
  schema: agentUserDay,
  indexes: [],
  ttl: 'expiresAt',
});
