import { appealBlock, listOwnCases } from '#lib/admin/moderation/appeals.ts';
import { appealInput, ownCaseAnswer, ownCases, ownCasesQuery } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'List what was taken down of the caller, or restored, latest decision first',
  auth: 'session',
  query: ownCasesQuery,
  response: ownCases,
  handler: ({ ctx, query }) => listOwnCases(ctx, query),
});

// A restricted account may appeal too: it is the only way back for a blocked profile.
export const POST = defineRoute({
  summary: 'Appeal once against the block of an own entity',
  auth: 'session',
  rateLimit: 'appeals',
  body: appealInput,
  status: 201,
  response: ownCaseAnswer,
  handler: async ({ ctx, body }) => ({ case: await appealBlock(ctx, body) }),
});
