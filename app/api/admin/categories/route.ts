import { defineRoute } from '#lib/api/define-route.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { getCategory, listCategories } from '#lib/store/categories/list-categories.ts';
import { adminCategoryList, newCategoryInput, oneCategory } from '#lib/store/schemas/category.ts';

export const GET = defineRoute({
  summary: 'List all categories in the order of the tree, with their numbers of listed products',
  auth: 'admin',
  response: adminCategoryList,
  handler: async ({ ctx }) => ({ categories: await listCategories(ctx) }),
});

export const POST = defineRoute({
  summary: 'Create a category',
  auth: 'admin',
  body: newCategoryInput,
  response: oneCategory,
  status: 201,
  handler: async ({ ctx, body }) => ({ category: await getCategory(ctx, await createCategory(ctx, body)) }),
});
