import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';
import { MAX_IN_SUMMARY } from '#lib/notifications/limits.ts';
import { notificationPriorities, notificationTypes } from './values.ts';
import { templates } from './write/texts.ts';

/** A send outside the page: one notification, or a summary of several. */
export const deliveryPromise = z.object({
  userId: idText,
  /** The notification id. For a summary, a hash of user, channel and window. */
  subjectId: idText,
  isSummary: z.boolean(),
  /** Newest first. */
  notificationIds: z.array(idText).min(1).max(MAX_IN_SUMMARY),
  /** The collapsed count of the row when this was enqueued; missing for a summary. */
  collapsedCount: z.int().nonnegative().exactOptional(),
});
export type DeliveryPromise = z.infer<typeof deliveryPromise>;

/** Pushes a notification to every device of the user. */
export const pushTopic = topic('notification.push', deliveryPromise);
/** Emails a notification to the user. */
export const notificationMailTopic = topic('notification.email', deliveryPromise);

const shutReason = z.enum(['muted', 'not_asked']);

/** Notifies a user with a template of the product, once per key. */
export const notifyTopic = topic(
  'notification.tell',
  z.object({
    userId: idText,
    type: z.enum(notificationTypes),
    priority: z.enum(notificationPriorities).exactOptional(),
    template: z.enum(templates),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.array(idText)])).exactOptional(),
    source: z.string().max(80),
    key: z.string().max(300),
    shut: z.object({ push: shutReason.exactOptional(), email: shutReason.exactOptional() }).exactOptional(),
  }),
  { personal: true },
);
export type NotifyPromise = z.output<typeof notifyTopic.payload>;
