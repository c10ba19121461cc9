import { defineRoute } from '#lib/api/define-route.ts';
import { changeCategory } from '#lib/store/categories/change-category.ts';
import { deleteCategory } from '#lib/store/categories/delete-category.ts';
import { getCategory } from '#lib/store/categories/list-categories.ts';
import {
  categoryChangeInput,
  categoryDeleted,
  categoryDeletionQuery,
  categoryParams,
  oneCategory,
} from '#lib/store/schemas/category.ts';

export const PATCH = defineRoute({
  summary: 'Rename, move, order or hide a category; a move takes the categories below it along',
  auth: 'admin',
  params: categoryParams,
  load: ({ ctx, params }) => getCategory(ctx, params.id),
  body: categoryChangeInput,
  response: oneCategory,
  handler: async ({ ctx, params, body }) => {
    await changeCategory(ctx, params.id, body);
    return { category: await getCategory(ctx, params.id) };
  },
});

export const DELETE = defineRoute({
  summary: 'Delete a category; its products move into another one',
  auth: 'admin',
  params: categoryParams,
  load: ({ ctx, params }) => getCategory(ctx, params.id),
  query: categoryDeletionQuery,
  response: categoryDeleted,
  handler: async ({ ctx, params: { id }, query }) => ({
    deleted: true as const,
    id,
    moving: await deleteCategory(ctx, id, query.into),
  }),
});
