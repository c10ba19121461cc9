import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { recentAnalytics } from '#lib/crm/analytics/analytics.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';
import { emailAnalytics as response } from '#lib/crm/schemas/analytics.ts';

export const GET = defineRoute({
  summary: 'Get the figures of the inbox for a range of days',
  auth: 'admin',
  query: z.object({ range: z.enum(analyticsRanges).default('7d') }),
  response,
  handler: ({ ctx, query }) => recentAnalytics(ctx, query.range),
});
