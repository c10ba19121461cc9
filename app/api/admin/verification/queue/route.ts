import { queueQuery } from '#lib/admin/schemas/verification-input.ts';
import { verificationQueue } from '#lib/admin/schemas/verification-views.ts';
import { listQueue } from '#lib/admin/verification/queue.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'List open verification procedures, the earliest due first',
  auth: 'admin',
  query: queueQuery,
  response: verificationQueue,
  handler: ({ ctx, query }) => listQueue(ctx, query),
});
