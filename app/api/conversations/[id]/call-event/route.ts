import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { signalCall } from '#lib/messaging/calls/signal-call.ts';
import { getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { callDelivered, callSignal } from '#lib/messaging/schemas/call.ts';

export const POST = defineRoute({
  summary: 'Send a call event to the other participant',
  auth: 'session',
  rateLimit: 'call-event',
  params: z.object({ id: idText }),
  body: callSignal,
  response: callDelivered,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  handler: ({ ctx, params, body }) => signalCall(ctx, params.id, body),
});
