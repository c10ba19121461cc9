import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { endedSessions } from '#lib/auth/schemas/session.ts';
import { endSession } from '#lib/auth/sessions.ts';
import { idText } from '#lib/core/ids.ts';

export const DELETE = defineRoute({
  summary: 'Sign out one of the own browsers',
  auth: 'session',
  params: z.object({ id: idText }),
  response: endedSessions,
  handler: ({ ctx, params }) => endSession(ctx, params.id),
});
