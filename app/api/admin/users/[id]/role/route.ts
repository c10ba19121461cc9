import { z } from 'zod';
import { changeRoleInput, roleChanged } from '#lib/admin/schemas/user.ts';
import { changeRole } from '#lib/admin/users/roles.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import { idText } from '#lib/core/ids.ts';

export const PUT = defineRoute({
  summary: 'Change the role of an account',
  auth: 'admin',
  params: z.object({ id: idText }),
  body: changeRoleInput,
  response: roleChanged,
  load: ({ ctx, params }) => getStandingUser(ctx.data, params.id),
  handler: async ({ ctx, params, body }) => ({ success: true as const, ...(await changeRole(ctx, params.id, body)) }),
});
