import { anybodys, ownOnly, type Policies, type Policy } from './policy-types.ts';

const sellersOnly = {
  auth: 'session',
  refusedBeforeBody: true,
  answers: { own: 403, other: 403, missing: 403 },
} as const satisfies Policy;
const ofOwnFamily = { ...sellersOnly, thing: 'family', forSellers: ownOnly, forAdmins: anybodys } as const;
const created = {
  forSellers: { own: 201, other: 404, missing: 404 },
  forAdmins: { own: 201, other: 201, missing: 404 },
} as const;
const options = [{ name: 'Size', values: ['S', 'M'] }];

/** Who may call the routes of a seller's families. Each starts with one product in size S. */
export const familyPolicies: Policies = {
  'POST /api/vendor/families': {
    ...{ ...sellersOnly, ...created, thing: 'product', namedBy: 'body' },
    body: (productId) => ({ productId, options, values: ['S'] }),
  },
  'GET /api/vendor/families/{id}': ofOwnFamily,
  'PATCH /api/vendor/families/{id}': { ...ofOwnFamily, body: () => ({ options }) },
  'DELETE /api/vendor/families/{id}': { ...ofOwnFamily, body: () => ({}) },
  'POST /api/vendor/families/{id}/variants': {
    ...{ ...ofOwnFamily, ...created },
    body: () => ({ variants: [{ values: ['M'] }] }),
  },
};
