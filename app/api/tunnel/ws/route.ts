import { experimental_upgradeWebSocket } from '@vercel/functions';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertOwnListener } from '#lib/api/same-origin.ts';
import { assertServed, assertUpgrade, callerOf } from '#lib/tunnel/admission.ts';
import { MAX_FRAME_BYTES } from '#lib/tunnel/values.ts';

export const maxDuration = 300;

// A server of our own answers upgrades in front of this file; here it is the platform that hands over the socket.
export const GET = defineRoute({
  summary: 'Open the live tunnel over WebSocket',
  auth: 'session',
  rateLimit: 'tunnel',
  handler: async ({ ctx, request }) => {
    assertServed(ctx.env, 'websocket');
    assertUpgrade(request);
    assertOwnListener(ctx.env, request);
    const caller = callerOf(ctx);
    const endsAtMs = ctx.now().getTime() + maxDuration * 1_000;
    return experimental_upgradeWebSocket((socket) => ctx.tunnel.acceptWebSocket(caller, socket, { endsAtMs }), {
      maxPayload: MAX_FRAME_BYTES,
    });
  },
});
