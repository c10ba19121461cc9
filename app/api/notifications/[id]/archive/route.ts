import { defineRoute } from '#lib/api/define-route.ts';
import { archiveNotification } from '#lib/notifications/list/inbox.ts';
import { notificationMoved, notificationParams } from '#lib/notifications/schemas/notification.ts';

export const PUT = defineRoute({
  summary: 'Take an own notification out of the list',
  auth: 'session',
  rateLimit: 'notifications',
  params: notificationParams,
  response: notificationMoved,
  handler: ({ ctx, params: { id } }) => archiveNotification(ctx, id),
});
