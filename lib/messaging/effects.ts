import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { orderPaidTopic } from '#lib/payments/order-paid-topic.ts';
import { indexMessages } from './message-index.ts';
import { notifyMembers } from './notify-members.ts';
import { settleRequests } from './payment-requests.ts';
import { messageIndexTopic, messageNotifyTopic } from './topics.ts';

/** What follows of a message once it is stored. */
export const messagingEffects: readonly AnyEffect[] = [
  effect(messageNotifyTopic, notifyMembers),
  effect(orderPaidTopic, settleRequests),
  effect(messageIndexTopic, (ctx, { messageId }) => indexMessages(ctx, [messageId])),
];
