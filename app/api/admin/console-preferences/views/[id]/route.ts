import { deleteView } from '#lib/admin/preferences/console-preferences.ts';
import { viewDeleted, viewParams } from '#lib/admin/schemas/console-preferences.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const DELETE = defineRoute({
  summary: 'Delete an own view',
  auth: 'admin',
  params: viewParams,
  response: viewDeleted,
  handler: async ({ ctx, params: { id } }) => {
    await deleteView(ctx, id);
    return { deleted: true as const };
  },
});
