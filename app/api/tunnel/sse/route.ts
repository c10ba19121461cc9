import { defineRoute } from '#lib/api/define-route.ts';
import { streamHeaders } from '#lib/api/event-stream.ts';
import { assertOwnListener } from '#lib/api/same-origin.ts';
import { streamAskOf } from '#lib/tunnel/channels/stream-ask.ts';
import { assertServed, callerOf } from '#lib/tunnel/connections/handshake.ts';
import { streamQuery } from '#lib/tunnel/schemas/ask.ts';

export const maxDuration = 300;

export const GET = defineRoute({
  summary: 'Listen to live events over server-sent events',
  auth: 'session',
  query: streamQuery,
  repeatable: ['channel'],
  rateLimit: 'tunnel',
  handler: async ({ ctx, query, request }) => {
    assertServed(ctx.env, 'sse');
    assertOwnListener(ctx.env, request);
    const ask = streamAskOf(query.channel, request.headers.get('last-event-id') ?? query.lastEventId);
    // Only a platform that cuts responses off needs to know when.
    const options = ctx.env.VERCEL === undefined ? {} : { endsAtMs: ctx.now().getTime() + maxDuration * 1_000 };
    const body = ctx.tunnel.stream(callerOf(ctx), ask, request.signal, options);
    return new Response(body, { headers: streamHeaders });
  },
});
