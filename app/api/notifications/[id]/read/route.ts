import { defineRoute } from '#lib/api/define-route.ts';
import { readNotification } from '#lib/notifications/list/inbox.ts';
import { notificationMoved, notificationParams } from '#lib/notifications/schemas/notification.ts';

export const PUT = defineRoute({
  summary: 'Mark an own notification as read',
  auth: 'session',
  rateLimit: 'notifications',
  params: notificationParams,
  response: notificationMoved,
  handler: ({ ctx, params: { id } }) => readNotification(ctx, id),
});
