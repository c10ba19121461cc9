import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { sendNewsMail } from './deliver/send-news-mail.ts';
import { notificationMailTopic, notifyTopic } from './topics.ts';
import { createNotification } from './write/create.ts';

/** The effects that follow a notification, and those that create notifications enqueued by other commits. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(notificationMailTopic, sendNewsMail),
  effect(notifyTopic, async (ctx, { userId, ...notification }) => {
    await createNotification(ctx, userId, notification);
  }),
];
