import { runDue } from '#lib/admin/processes/due-processes.ts';
import { tickReport } from '#lib/admin/schemas/process-run.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const maxDuration = 60;

export const POST = defineRoute({
  summary: 'Run every process that is due',
  auth: 'cron',
  response: tickReport,
  handler: ({ ctx }) => runDue(ctx, { trigger: 'cron' }),
});
export const GET = POST;
