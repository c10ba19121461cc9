import { defineRoute } from '#lib/api/define-route.ts';
import { getJob } from '#lib/notifications/bulk/jobs.ts';
import { jobAnswer, jobParams } from '#lib/notifications/schemas/job.ts';

export const GET = defineRoute({
  summary: 'Get the progress of a bulk notification',
  auth: 'admin',
  rateLimit: 'notifications',
  params: jobParams,
  response: jobAnswer,
  handler: async ({ ctx, params: { jobId } }) => ({ job: await getJob(ctx, jobId) }),
});
