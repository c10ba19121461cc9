import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';
import { notificationPriorities, notificationTypes } from './values.ts';
import { templates } from './write/texts.ts';

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
  /** How often the row had been laid over when this was promised; a summary has none. */
  collapsedCount: z.int().nonnegative().exactOptional(),
});
export type NewsPromise = z.infer<typeof newsPromise>;

/** To be pushed to every device of the person. */
export const pushTopic = topic('notification.push', newsPromise);
/** To be mailed to the person. */
export const newsMailTopic = topic('notification.email', newsPromise);

const shutReason = z.enum(['muted', 'not_asked']);

/** A person is to be told something that the product itself says, once for its key. */
export const tellTopic = topic(
  'notification.tell',
  z.object({
    userId: idText,
    type: z.enum(notificationTypes),
    priority: z.enum(notificationPriorities).exactOptional(),
    template: z.enum(templates),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    data: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
    source: z.string().max(80),
    key: z.string().max(300),
    shut: z.object({ push: shutReason.exactOptional(), email: shutReason.exactOptional() }).exactOptional(),
  }),
);
export type TellPromise = z.output<typeof tellTopic.payload>;
