import { defineRoute } from '#lib/api/define-route.ts';
import { listPendingDrafts } from '#lib/crm/drafts/drafts.ts';
import { draftPage, draftsQuery } from '#lib/crm/schemas/draft-input.ts';

export const GET = defineRoute({
  summary: 'Drafts that wait for approval, newest first, each with its thread',
  auth: 'admin',
  query: draftsQuery,
  response: draftPage,
  handler: ({ ctx, query }) => listPendingDrafts(ctx, query),
});
