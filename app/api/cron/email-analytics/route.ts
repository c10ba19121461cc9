import { defineRoute } from '#lib/api/define-route.ts';
import { recentAnalytics } from '#lib/crm/analytics/analytics.ts';
import { emailAnalytics as response } from '#lib/crm/schemas/analytics.ts';

export const maxDuration = 60;

export const GET = defineRoute({
  summary: 'Get the figures of the inbox for the last seven days',
  auth: 'cron',
  response,
  handler: ({ ctx }) => recentAnalytics(ctx, '7d'),
});
