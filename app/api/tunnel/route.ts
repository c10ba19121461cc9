import { defineRoute } from '#lib/api/define-route.ts';
import { HEARTBEAT_SECONDS } from '#lib/tunnel/limits.ts';
import { negotiation } from '#lib/tunnel/schemas/frame.ts';
import { TUNNEL_PROTOCOL } from '#lib/tunnel/values.ts';

export const GET = defineRoute({
  summary: 'Get the ways to listen to live events on this server',
  auth: 'session',
  response: negotiation,
  handler: async ({ ctx }) => ({
    transports: ctx.env.TUNNEL_TRANSPORTS,
    heartbeat: HEARTBEAT_SECONDS,
    protocol: TUNNEL_PROTOCOL,
  }),
});
