import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';

/** A summary names no more than this many of what it stands for. */
export const MOST_IN_SUMMARY = 50;

/** News on its way out of the page: one notification, or a summary that stands for several. */
export const newsPromise = z.object({
  userId: idText,
  /** The notification; of a summary, the hash of its person, channel and window. */
  subjectId: idText,
  isSummary: z.boolean(),
  /** Newest first. */
  notificationIds: z.array(idText).min(1).max(MOST_IN_SUMMARY),
});
export type NewsPromise = z.infer<typeof newsPromise>;

/** To be pushed to every device of the person. */
export const pushTopic = topic('notification.push', newsPromise);
/** To be mailed to the person. */
export const newsMailTopic = topic('notification.email', newsPromise);
