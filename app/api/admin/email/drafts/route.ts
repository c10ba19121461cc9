import { defineRoute } from '#lib/api/define-route.ts';
import { listPendingDrafts } from '#lib/crm/drafts/drafts.ts';
import { draftPage, draftsQuery } from '#lib/crm/schemas/draft-input.ts';

export const GET = defineRoute({
  summary: 'List drafts that wait for approval with their threads, newest first',
  auth: 'admin',
  query: draftsQuery,
  response: draftPage,
  handler: ({ ctx, query }) => listPendingDrafts(ctx, query),
});
