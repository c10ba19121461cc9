import { defineRoute } from '#lib/api/define-route.ts';
import { endedSessions, sessionList } from '#lib/auth/schemas/session.ts';
import { endOtherSessions, listSessions } from '#lib/auth/sessions.ts';

export const GET = defineRoute({
  summary: 'List the browsers in which the caller is signed in',
  auth: 'session',
  response: sessionList,
  handler: ({ ctx }) => listSessions(ctx),
});

export const DELETE = defineRoute({
  summary: 'Sign out everywhere except in this browser',
  auth: 'session',
  response: endedSessions,
  handler: ({ ctx }) => endOtherSessions(ctx),
});
