import { countOverview } from '#lib/admin/overview/overview-counts.ts';
import { overviewAnswer } from '#lib/admin/schemas/overview.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'Count the open work in each part of the console',
  auth: 'admin',
  response: overviewAnswer,
  handler: async ({ ctx }) => ({ counts: await countOverview(ctx) }),
});
