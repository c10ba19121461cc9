import { defineRoute } from '#lib/api/define-route.ts';
import { newTokenInput, tokenCreated, tokenPage, tokensQuery } from '#lib/store/schemas/vendor-token.ts';
import { createToken, listTokens, loadForToken } from '#lib/store/tooling/vendor-tokens.ts';
import { getOwnVendor } from '#lib/store/vendors/profile.ts';

export const GET = defineRoute({
  summary: 'List the tokens of one’s own shop, newest first',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => getOwnVendor(ctx, 'read'),
  query: tokensQuery,
  response: tokenPage,
  handler: ({ ctx, query, loaded: vendor }) => listTokens(ctx, vendor.id, query),
});

export const POST = defineRoute({
  summary: 'Make a token for a program of one’s own shop',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => loadForToken(ctx),
  body: newTokenInput,
  response: tokenCreated,
  status: 201,
  handler: ({ ctx, body }) => createToken(ctx, body),
});
