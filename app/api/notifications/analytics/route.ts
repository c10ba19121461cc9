import { defineRoute } from '#lib/api/define-route.ts';
import { readAnalytics } from '#lib/notifications/analytics/analytics.ts';
import { analyticsAnswer, analyticsQuery } from '#lib/notifications/schemas/analytics.ts';

export const GET = defineRoute({
  summary: 'Get figures of sent, read and delivered notifications',
  auth: 'admin',
  rateLimit: 'notifications',
  query: analyticsQuery,
  response: analyticsAnswer,
  handler: ({ ctx, query }) => readAnalytics(ctx, query),
});
