import { z } from 'zod';
import { platformStats as response } from '#lib/admin/schemas/platform-stats.ts';
import { platformStats } from '#lib/admin/statistics/platform-stats.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { analyticsRanges } from '#lib/crm/analytics/values.ts';

export const GET = defineRoute({
  summary: 'Get the statistics of the platform for a range of days',
  auth: 'admin',
  query: z.object({ range: z.enum(analyticsRanges).default('30d') }),
  response,
  handler: ({ ctx, query }) => platformStats(ctx, query.range),
});
