import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { indexMessages } from './message-index.ts';
import { messageIndexTopic } from './topics.ts';

/** What follows of a message once it is stored. */
export const messagingEffects: readonly AnyEffect[] = [
  effect(messageIndexTopic, (ctx, { messageId }) => indexMessages(ctx, [messageId])),
];
