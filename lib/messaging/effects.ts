import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { indexMessages } from './message-index.ts';
import { notifyMembers } from './notify-members.ts';
import { messageIndexTopic, messageNotifyTopic } from './topics.ts';

/** What follows of a message once it is stored. */
export const messagingEffects: readonly AnyEffect[] = [
  effect(messageNotifyTopic, notifyMembers),
  effect(messageIndexTopic, (ctx, { messageId }) => indexMessages(ctx, [messageId])),
];
