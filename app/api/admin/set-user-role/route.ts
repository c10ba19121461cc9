import { setUserRoleInput, userRoleSet } from '#lib/admin/schemas/user.ts';
import { changeRole } from '#lib/admin/users/roles.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Change the role of an account (older form)',
  auth: 'admin',
  body: setUserRoleInput,
  response: userRoleSet,
  handler: async ({ ctx, body: { uid, role } }) => {
    await changeRole(ctx, uid, { role });
    return { success: true as const, uid, role };
  },
});
