import { z } from 'zod';
import { userSessionsEnded } from '#lib/admin/schemas/user.ts';
import { endUserSessions } from '#lib/admin/users/users.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';

export const DELETE = defineRoute({
  summary: 'Sign an account out everywhere',
  auth: 'admin',
  params: z.object({ id: idText }),
  response: userSessionsEnded,
  handler: async ({ ctx, params }) => ({ success: true as const, ...(await endUserSessions(ctx, params.id)) }),
});
