import { defineRoute } from '#lib/api/define-route.ts';
import { endedSessions, sessionList } from '#lib/auth/schemas/session.ts';
import { endOtherSessions, listSessions } from '#lib/auth/sessions.ts';

export const GET = defineRoute({
  summary: 'List the browsers one is signed in with',
  auth: 'session',
  response: sessionList,
  handler: ({ ctx }) => listSessions(ctx),
});

export const DELETE = defineRoute({
  summary: 'Sign out everywhere but here',
  auth: 'session',
  response: endedSessions,
  handler: ({ ctx }) => endOtherSessions(ctx),
});
