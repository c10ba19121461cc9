import { exportList } from '#lib/admin/exports/export-list.ts';
import { exportParams, exportQuery } from '#lib/admin/schemas/exports.ts';
import { csvAnswer } from '#lib/api/csv-answer.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { dayOf } from '#lib/core/time.ts';

export const GET = defineRoute({
  summary: 'Export a list of the console as CSV, in the order of its page',
  auth: 'admin',
  rateLimit: 'exports',
  params: exportParams,
  query: exportQuery,
  handler: async ({ ctx, params: { list }, query }) =>
    csvAnswer(`${list}-${dayOf(ctx.now())}.csv`, await exportList(ctx, list, query)),
});
