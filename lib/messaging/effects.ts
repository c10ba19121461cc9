import type { Context } from '#lib/context/context.ts';
import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { readCollapsed } from '#lib/notifications/write/create.ts';
import { orderPaidTopic } from '#lib/payments/attempts/order-paid-topic.ts';
import { paymentRequestTopic } from '#lib/payments/attempts/payment-request-topic.ts';
import { dropFilesOf } from './attachments/attachment-gc.ts';
import { followOrder, settleRequests } from './cards/payment-requests.ts';
import { indexMessages } from './messages/message-index.ts';
import { notifyMembers } from './messages/notify-members.ts';
import {
  collapseKeyOf,
  conversationLeftTopic,
  groupOverTopic,
  messageIndexTopic,
  messageNotifyTopic,
} from './topics.ts';

/** The effects that follow a stored message or a conversation that a user has left. */
export const messagingEffects: readonly AnyEffect[] = [
  effect(messageNotifyTopic, notifyMembers),
  effect(orderPaidTopic, settleRequests),
  effect(paymentRequestTopic, (ctx, { messageId }) => followOrder(ctx, messageId)),
  effect(conversationLeftTopic, (ctx, { conversationId, userIds }) =>
    readNotificationsOf(ctx, conversationId, userIds),
  ),
  effect(groupOverTopic, (ctx, { conversationId }) => dropFilesOf(ctx, conversationId)),
  effect(messageIndexTopic, (ctx, { messageId }) => indexMessages(ctx, [messageId])),
];

/**
 * Marks these users' notifications of a conversation as read, one user after another, because a group may have many
 * members.
 */
async function readNotificationsOf(ctx: Context, conversationId: string, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) await readCollapsed(ctx, userId, collapseKeyOf(conversationId));
}
