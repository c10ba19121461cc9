import { defineRoute } from '#lib/api/define-route.ts';
import { sendTest } from '#lib/notifications/bulk/send.ts';
import { notificationCreated } from '#lib/notifications/schemas/notification.ts';

export const POST = defineRoute({
  summary: 'Send a test notification to the caller',
  auth: 'session',
  rateLimit: 'notifications-test',
  response: notificationCreated,
  status: 201,
  handler: ({ ctx }) => sendTest(ctx),
});
