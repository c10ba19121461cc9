import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { sendNotificationMail } from './deliver/send-notification-mail.ts';
import { notificationMailTopic, notifyTopic } from './topics.ts';
import { createNotification } from './write/create.ts';

/** The effects that follow a notification, and those that create notifications enqueued by other commits. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(notificationMailTopic, sendNotificationMail),
  effect(notifyTopic, async (ctx, { userId, ...notification }) => {
    await createNotification(ctx, userId, notification);
  }),
];
