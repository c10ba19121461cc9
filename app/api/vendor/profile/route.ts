import { defineRoute } from '#lib/api/define-route.ts';
import { changeProfileInput, vendorProfileAnswer } from '#lib/store/schemas/vendor-profile.ts';
import { changeProfile, getOwnVendor, profileOf } from '#lib/store/vendors/profile.ts';

export const GET = defineRoute({
  summary: 'Get the own shop',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => getOwnVendor(ctx, 'read'),
  response: vendorProfileAnswer,
  handler: async ({ ctx, loaded }) => ({ vendor: profileOf(ctx, loaded) }),
});

export const PATCH = defineRoute({
  summary: 'Change the own shop',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => getOwnVendor(ctx, 'write'),
  body: changeProfileInput,
  response: vendorProfileAnswer,
  handler: async ({ ctx, body }) => ({ vendor: await changeProfile(ctx, body) }),
});
