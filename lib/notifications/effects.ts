import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { createNotification } from './create.ts';
import { sendNewsMail } from './send-news-mail.ts';
import { newsMailTopic, tellTopic } from './topics.ts';

/** What follows a notification, and the notifications that other commits have promised. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(newsMailTopic, sendNewsMail),
  effect(tellTopic, async (ctx, { userId, ...news }) => {
    await createNotification(ctx, userId, news);
  }),
];
