import { defineRoute } from '#lib/api/define-route.ts';
import { archiveNotification } from '#lib/notifications/list/inbox.ts';
import { notificationMoved, notificationParams } from '#lib/notifications/schemas/notification.ts';

export const PUT = defineRoute({
  summary: 'Archive an own notification',
  auth: 'session',
  rateLimit: 'notifications',
  params: notificationParams,
  response: notificationMoved,
  handler: ({ ctx, params: { id } }) => archiveNotification(ctx, id),
});
