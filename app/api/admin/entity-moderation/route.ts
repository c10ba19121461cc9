import { listCases } from '#lib/admin/moderation/moderation-queue.ts';
import { moderationQuery, moderationQueue } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'List reported entities that wait for a decision, highest weight first',
  auth: 'admin',
  query: moderationQuery,
  response: moderationQueue,
  handler: ({ ctx, query }) => listCases(ctx, query),
});
