import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { sendNewsMail } from './deliver/send-news-mail.ts';
import { newsMailTopic, tellTopic } from './topics.ts';
import { createNotification } from './write/create.ts';

/** What follows a notification, and the notifications that other commits have promised. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(newsMailTopic, sendNewsMail),
  effect(tellTopic, async (ctx, { userId, ...news }) => {
    await createNotification(ctx, userId, news);
  }),
];
