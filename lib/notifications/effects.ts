import { type AnyEffect, effect } from '#lib/data/outbox.ts';
import { createNotification } from './create.ts';
import { sendNewsMail } from './send-news-mail.ts';
import { newsMailTopic, pushTopic, tellTopic } from './topics.ts';

/** What follows a notification, and the notifications that other commits have promised. */
export const notificationEffects: readonly AnyEffect[] = [
  effect(newsMailTopic, sendNewsMail),
  // No device can be registered yet, so nobody is left to push to.
  effect(pushTopic, async () => undefined),
  effect(tellTopic, async (ctx, { userId, ...news }) => {
    await createNotification(ctx, userId, news);
  }),
];
