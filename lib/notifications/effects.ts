import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { sendNewsMail } from './deliver/send-news-mail.ts';
import { newsMailTopic, tellTopic } from './topics.ts';
import { createNotification } from './write/create.ts';

/** The effects that follow a notification, and those that create notifications enqueued by other commits. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(newsMailTopic, sendNewsMail),
  effect(tellTopic, async (ctx, { userId, ...news }) => {
    await createNotification(ctx, userId, news);
  }),
];
