import { accountDeleted, deleteAccountInput } from '#lib/admin/schemas/own-account.ts';
import { deleteOwnAccount } from '#lib/admin/users/own-account.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { clearedSessionCookie } from '#lib/auth/cookies.ts';

export const DELETE = defineRoute({
  summary: 'Delete the own account; its data is purged within a day',
  auth: 'session',
  body: deleteAccountInput,
  response: accountDeleted,
  handler: async ({ ctx, body, reply }) => {
    const deleted = await deleteOwnAccount(ctx, body);
    reply.append('set-cookie', clearedSessionCookie);
    return deleted;
  },
});
