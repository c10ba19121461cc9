import { defineRoute } from '#lib/api/define-route.ts';
import { readAll, readAllAsked } from '#lib/notifications/list/inbox.ts';
import { readAllAnswer, readAllInput } from '#lib/notifications/schemas/notification.ts';

export const PUT = defineRoute({
  summary: 'Mark all own notifications as read',
  auth: 'session',
  rateLimit: 'notifications',
  query: readAllInput,
  body: readAllInput.prefault({}),
  response: readAllAnswer,
  handler: ({ ctx, body, query }) => readAll(ctx, readAllAsked(body, query)),
});
