import type { Policies } from './policy-types.ts';

/** Who may call the routes of sellers' programs and of their tokens. */
export const toolingPolicies: Policies = {
  // No caller of the matrix has a token of a shop.
  'POST /api/mcp/v1/store/vendors/{vendorId}': {
    auth: 'token',
    params: { vendorId: 'vnd_missing' },
    answers: 401,
    body: () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  },
  'GET /api/vendor/tokens': { auth: 'session', answers: 403, forSellers: 200 },
  // Nobody has entered a fresh code.
  'POST /api/vendor/tokens': {
    auth: 'session',
    answers: 403,
    refusedBeforeBody: true,
    body: () => ({ name: 'Warehouse', scopes: ['products:read'] }),
  },
  // Only the caller's own tokens can be revoked, and nobody has one with this id.
  'DELETE /api/vendor/tokens/{id}': {
    auth: 'session',
    params: { id: '00000000000000000000' },
    answers: 403,
    forSellers: 404,
  },
};
