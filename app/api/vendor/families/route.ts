import { defineRoute } from '#lib/api/define-route.ts';
import { createFamily } from '#lib/store/families/own-families.ts';
import { familyAnswer, newFamilyInput } from '#lib/store/schemas/family.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

export const POST = defineRoute({
  summary: 'Make a product of one’s own vendor the first member of a new family',
  auth: 'session',
  rateLimit: 'catalog-write',
  load: ({ ctx }) => actingVendor(ctx, 'write'),
  body: newFamilyInput,
  response: familyAnswer,
  status: 201,
  handler: async ({ ctx, body, loaded: acting }) => ({ family: await createFamily(ctx, acting, body) }),
});
