import { z } from 'zod';
import { adminUserAnswer, userDeleted } from '#lib/admin/schemas/user.ts';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { getUserForAdmin } from '#lib/admin/users/users.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';

const params = z.object({ id: idText });

export const GET = defineRoute({
  summary: 'Get an account',
  auth: 'admin',
  params,
  response: adminUserAnswer,
  handler: ({ ctx, params }) => getUserForAdmin(ctx, params.id),
});

export const DELETE = defineRoute({
  summary: 'Delete an account; its data is purged within a day',
  auth: 'admin',
  params,
  response: userDeleted,
  handler: ({ ctx, params }) => deleteUser(ctx, params.id),
});
