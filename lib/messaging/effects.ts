import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { orderPaidTopic } from '#lib/payments/attempts/order-paid-topic.ts';
import { dropFilesOf } from './attachment-gc.ts';
import { indexMessages } from './message-index.ts';
import { notifyMembers } from './notify-members.ts';
import { settleRequests } from './payment-requests.ts';
import { readNewsOf } from './read-news.ts';
import { conversationLeftTopic, groupOverTopic, messageIndexTopic, messageNotifyTopic } from './topics.ts';

/** What follows of a message once it is stored, and of a conversation once it is left. */
export const messagingEffects: readonly AnyEffect[] = [
  effect(messageNotifyTopic, notifyMembers),
  effect(orderPaidTopic, settleRequests),
  effect(conversationLeftTopic, (ctx, { conversationId, userIds }) => readNewsOf(ctx, conversationId, userIds)),
  effect(groupOverTopic, (ctx, { conversationId }) => dropFilesOf(ctx, conversationId)),
  effect(messageIndexTopic, (ctx, { messageId }) => indexMessages(ctx, [messageId])),
];
