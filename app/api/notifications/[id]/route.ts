import { defineRoute } from '#lib/api/define-route.ts';
import { deleteNotification } from '#lib/notifications/list/inbox.ts';
import { notificationDeleted, notificationParams } from '#lib/notifications/schemas/notification.ts';

export const DELETE = defineRoute({
  summary: 'Delete an own notification permanently',
  auth: 'session',
  rateLimit: 'notifications',
  params: notificationParams,
  response: notificationDeleted,
  handler: async ({ ctx, params: { id } }) => {
    await deleteNotification(ctx, id);
    return { deleted: true as const, notificationId: id };
  },
});
