import { defineRoute } from '#lib/api/define-route.ts';
import { sendNotification } from '#lib/notifications/bulk/send.ts';
import { listNotifications } from '#lib/notifications/list/inbox.ts';
import { onceHeaders } from '#lib/notifications/schemas/job.ts';
import {
  createNotificationInput,
  notificationCreated,
  notificationPage,
  notificationsQuery,
} from '#lib/notifications/schemas/notification.ts';

export const GET = defineRoute({
  summary: 'List own notifications, newest first',
  auth: 'session',
  rateLimit: 'notifications',
  query: notificationsQuery,
  response: notificationPage,
  handler: ({ ctx, query }) => listNotifications(ctx, query),
});

export const POST = defineRoute({
  summary: 'Notify one user',
  auth: 'admin',
  rateLimit: 'notifications',
  headers: onceHeaders,
  body: createNotificationInput,
  response: notificationCreated,
  status: 201,
  handler: ({ ctx, body, headers }) => sendNotification(ctx, body, headers['idempotency-key']),
});
