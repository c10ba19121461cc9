import { defineRoute } from '#lib/api/define-route.ts';
import { sendBulk } from '#lib/notifications/bulk/bulk.ts';
import { bulkAnswer, bulkInput, onceHeaders } from '#lib/notifications/schemas/job.ts';

export const maxDuration = 60;

export const POST = defineRoute({
  summary: 'Notify many users at once',
  auth: 'admin',
  rateLimit: 'notifications-bulk',
  headers: onceHeaders,
  body: bulkInput,
  response: bulkAnswer,
  handler: async ({ ctx, body, headers, reply }) => {
    const { jobId, answer } = await sendBulk(ctx, body, headers['idempotency-key']);
    reply.set('x-job-id', jobId);
    return answer;
  },
});
