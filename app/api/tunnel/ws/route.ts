import { experimental_upgradeWebSocket } from '@vercel/functions';
import { defineRoute } from '#lib/api/define-route.ts';
import { admitSocket, socketDoor } from '#lib/tunnel/connections/admission.ts';
import { MAX_FRAME_BYTES } from '#lib/tunnel/values.ts';

export const maxDuration = 300;

// A server of our own answers upgrades in front of this file; here it is the platform that hands over the socket.
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
