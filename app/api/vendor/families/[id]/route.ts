import { loadFamily } from '#app/api/vendor/families/load-family.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { familyViewOf } from '#lib/store/families/family-views.ts';
import { deleteFamily, editFamily } from '#lib/store/families/own-families.ts';
import {
  deleteFamilyInput,
  familyAnswer,
  familyChanged,
  familyDeleted,
  familyPatch,
} from '#lib/store/schemas/family.ts';
import { productParams } from '#lib/store/schemas/own-products.ts';

export const GET = defineRoute({
  summary: 'Get a family of products of one’s own vendor',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadFamily('read'),
  response: familyAnswer,
  handler: async ({ ctx, loaded: { row } }) => ({ family: await familyViewOf(ctx, row) }),
});

export const PATCH = defineRoute({
  summary: 'Change the options or the members of a family: absent fields stay',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadFamily('write'),
  body: familyPatch,
  response: familyChanged,
  handler: async ({ ctx, body, loaded: { acting, row } }) => ({
    family: await editFamily(ctx, acting, row.id, body),
  }),
});

export const DELETE = defineRoute({
  summary: 'Delete a family: its members stay as single products',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: productParams,
  load: loadFamily('write'),
  body: deleteFamilyInput.prefault({}),
  response: familyDeleted,
  handler: async ({ ctx, body, loaded: { acting, row } }) => {
    await deleteFamily(ctx, acting, row.id, body.reason);
    return { deleted: true as const, id: row.id };
  },
});
