import { defineRoute } from '#lib/api/define-route.ts';
import { assertOwnListener } from '#lib/api/same-origin.ts';
import type { UserContext } from '#lib/context/context.ts';
import { streamAskOf } from '#lib/tunnel/channels/stream-ask.ts';
import { assertServed, callerOf } from '#lib/tunnel/connections/handshake.ts';
import { pollInput, pollQuery } from '#lib/tunnel/schemas/ask.ts';
import { pollAnswer } from '#lib/tunnel/schemas/frame.ts';

export const maxDuration = 60;

type Asked = {
  readonly names: readonly string[];
  readonly cursor?: string;
  readonly timeout: number;
  readonly clientId?: string;
};

function poll(ctx: UserContext, request: Request, { names, cursor, timeout, clientId }: Asked) {
  assertServed(ctx.env, 'poll');
  assertOwnListener(ctx.env, request);
  const ask = { ...streamAskOf(names, cursor), timeoutSeconds: timeout, clientId };
  return ctx.tunnel.poll(callerOf(ctx), ask, request.signal);
}

export const GET = defineRoute({
  summary: 'Wait for live events',
  auth: 'session',
  query: pollQuery,
  repeatable: ['channel'],
  response: pollAnswer,
  rateLimit: 'tunnel-poll',
  handler: ({ ctx, request, query: { channel, ...asked } }) => poll(ctx, request, { ...asked, names: channel }),
});

export const POST = defineRoute({
  summary: 'Wait for live events on a longer list of channels',
  auth: 'session',
  body: pollInput,
  response: pollAnswer,
  rateLimit: 'tunnel-poll',
  handler: ({ ctx, request, body: { channels, ...asked } }) => poll(ctx, request, { ...asked, names: channels }),
});
