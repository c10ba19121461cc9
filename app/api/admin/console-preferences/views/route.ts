import { saveView } from '#lib/admin/preferences/console-preferences.ts';
import { viewAnswer, viewInput } from '#lib/admin/schemas/console-preferences.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Save the filter of a list as an own view, or replace the one of that name',
  auth: 'admin',
  body: viewInput,
  response: viewAnswer,
  status: 201,
  handler: async ({ ctx, body }) => ({ view: await saveView(ctx, body) }),
});
