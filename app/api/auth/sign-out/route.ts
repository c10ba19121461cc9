import { defineRoute } from '#lib/api/define-route.ts';
import { clearedSessionCookie } from '#lib/auth/cookies.ts';
import { signedOut, signOutInput } from '#lib/auth/schemas/session.ts';
import { signOut } from '#lib/auth/sessions.ts';

export const POST = defineRoute({
  summary: 'Sign out here, or everywhere',
  auth: 'optional',
  body: signOutInput,
  response: signedOut,
  handler: async ({ ctx, body, reply }) => {
    await signOut(ctx, body);
    reply.append('set-cookie', clearedSessionCookie);
    return { signedOut: true as const };
  },
});
