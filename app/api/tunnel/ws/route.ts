import { experimental_upgradeWebSocket } from '@vercel/functions';
import { defineRoute } from '#lib/api/define-route.ts';
import { admitSocket, socketDoor } from '#lib/tunnel/connections/handshake.ts';
import { MAX_FRAME_BYTES } from '#lib/tunnel/limits.ts';

export const maxDuration = 300;

// Our own server handles upgrades before this file. On Vercel the platform hands over the socket here.
export const GET = defineRoute({
  ...socketDoor,
  handler: async ({ ctx, request }) => {
    const caller = admitSocket(ctx, request);
    const endsAtMs = ctx.now().getTime() + maxDuration * 1_000;
    return experimental_upgradeWebSocket((socket) => ctx.tunnel.acceptWebSocket(caller, socket, { endsAtMs }), {
      maxPayload: MAX_FRAME_BYTES,
    });
  },
});
