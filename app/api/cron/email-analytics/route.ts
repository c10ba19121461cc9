import { defineRoute } from '#lib/api/define-route.ts';
import { recentAnalytics } from '#lib/crm/analytics/analytics.ts';
import { emailAnalytics as response } from '#lib/crm/schemas/analytics.ts';

export const maxDuration = 60;

export const GET = defineRoute({
  summary: 'The figures of the inbox over the last seven days',
  auth: 'cron',
  response,
  handler: ({ ctx }) => recentAnalytics(ctx, '7d'),
});
