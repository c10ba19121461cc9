import type { Policies } from './policy-types.ts';

/** Who may call the routes of wishlists and stock watches. */
export const aroundOrderPolicies: Policies = {
  'GET /api/account/stock-watches': { auth: 'session', answers: 200 },
  // The product is in stock.
  'PUT /api/account/stock-watches/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 409 },
  'DELETE /api/account/stock-watches/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
  'GET /api/account/wishlist': { auth: 'session', answers: 200 },
  'POST /api/account/wishlist/merge': { auth: 'session', answers: 200, body: () => ({ ids: ['mug', 'gone'] }) },
  'PUT /api/account/wishlist/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
  'DELETE /api/account/wishlist/{productId}': { auth: 'session', params: { productId: 'mug' }, answers: 200 },
};
