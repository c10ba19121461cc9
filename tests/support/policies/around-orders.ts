import type { Policies } from './policy-types.ts';

/** Who may call the routes of wishlists, stock watches and referrals. */
export const aroundOrderPolicies: Policies = {
  'GET /api/account/referral': { auth: 'session', answers: 200 },
  'POST /api/account/referral': { auth: 'session', answers: 201, forRestricted: 403 },
  'DELETE /api/account/referral': { auth: 'session', answers: 200 },
  'POST /api/admin/referrals/{code}/disable': {
    auth: 'admin',
    params: { code: 'RMISSING0' },
    answers: 404,
    body: () => ({ reason: 'Spread as spam' }),
  },
  'GET /api/account/stock-watches': { auth: 'session', answers: 200 },
  // The product is in stock.
  'PUT /api/account/stock-watches/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 409 },
  'DELETE /api/account/stock-watches/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
  'GET /api/account/wishlist': { auth: 'session', answers: 200 },
  'POST /api/account/wishlist/merge': { auth: 'session', answers: 200, body: () => ({ ids: ['mug', 'gone'] }) },
  'PUT /api/account/wishlist/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
  'DELETE /api/account/wishlist/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
};
