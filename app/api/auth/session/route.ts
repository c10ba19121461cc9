import { defineRoute } from '#lib/api/define-route.ts';
import { sessionAnswer } from '#lib/auth/schemas/session.ts';
import { sessionUserOf } from '#lib/auth/users.ts';

export const GET = defineRoute({
  summary: 'Get the signed-in user of this browser',
  auth: 'optional',
  response: sessionAnswer,
  handler: async ({ ctx }) => ({ user: ctx.user && sessionUserOf(ctx.user), session: ctx.session }),
});
