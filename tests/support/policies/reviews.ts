import type { Policies, Policy } from './policy-types.ts';

const ofMug = { auth: 'session', params: { id: 'mug' }, forRestricted: 403 } as const satisfies Partial<Policy>;
const missingReview = { ...ofMug, params: { id: 'mug', reviewId: 'rev_missing' }, answers: 404 } as const;

/** Who may call the routes of reviews. The mug is listed; the review is missing. */
export const reviewPolicies: Policies = {
  'GET /api/store/products/{id}/reviews': { auth: 'optional', params: { id: 'mug' }, answers: 200 },
  'POST /api/store/products/{id}/reviews': {
    ...ofMug,
    answers: 201,
    body: () => ({ rating: 5, content: 'Warm and heavy' }),
  },
  // The caller has written none. A restricted account may delete its own words.
  'DELETE /api/store/products/{id}/reviews': { auth: 'session', params: { id: 'mug' }, answers: 404 },
  'PUT /api/store/products/{id}/reviews/{reviewId}/helpful': missingReview,
  'DELETE /api/store/products/{id}/reviews/{reviewId}/helpful': missingReview,
  // tests/api/review-replies.test.ts tries reviews of several sellers.
  'PUT /api/vendor/reviews/{id}/reply': {
    auth: 'session',
    sellersOnly: true,
    params: { id: 'rev_missing' },
    answers: 404,
    body: () => ({ text: 'Thank you' }),
  },
};
