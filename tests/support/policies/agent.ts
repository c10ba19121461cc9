import type { Policies } from './policy-types.ts';

/** Who may ask the product agent. */
export const agentPolicies: Policies = {
  // Drafts have no page, not even for their sellers. tests/api/agent-chat.test.ts tries products that have one.
  'GET /api/store/products/{id}/agent-chat': { auth: 'session', params: { id: 'prd_missing' }, answers: 404 },
  'POST /api/store/products/{id}/agent-chat': {
    auth: 'session',
    params: { id: 'prd_missing' },
    answers: 404,
    forRestricted: 403,
    body: () => ({ message: 'How much does it cost?' }),
  },
};
