import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertOwnListener } from '#lib/api/same-origin.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { Runtime } from '#lib/core/runtime.ts';
import { assertServed, assertUpgrade, callerOf } from '#lib/tunnel/admission.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import { MAX_FRAME_BYTES, TUNNEL_SUBPROTOCOL } from '#lib/tunnel/values.ts';

/** How long clients have to answer the last frame. */
const GOODBYE_MS = 500;

export type Edge = {
  /** Makes a WebSocket of an upgrade, or answers why not. Somebody listens for errors of the socket already. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Sends every listener away, over whatever transport, and ends the sockets. */
  close(): Promise<void>;
};

/** The tunnel's WebSocket in front of the framework, which has no way to take an upgrade. */
export function openEdge({ tunnel }: Pick<Runtime, 'tunnel'>): Edge {
  const server = new WebSocketServer({
    noServer: true,
    // It costs five times the CPU and memory of a connection (measured) for frames as short as ours.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => offered.has(TUNNEL_SUBPROTOCOL) && TUNNEL_SUBPROTOCOL,
  });
  const admitted = new WeakMap<Request, Caller>();
  let isClosing = false;

  // Admitted as by the route of the same address: one order of refusals, one error shape, one limit.
  const admit = defineRoute({
    summary: 'Open the live tunnel over WebSocket',
    auth: 'session',
    rateLimit: 'tunnel',
    handler: async ({ ctx, request }) => {
      assertServed(ctx.env, 'websocket');
      assertUpgrade(request);
      assertOwnListener(ctx.env, request);
      if (isClosing) throw unavailable('The server is going down; connect again');
      admitted.set(request, callerOf(ctx));
      return new Response(null, { status: 204 });
    },
  });

  return {
    async upgrade(request, socket, head) {
      const asked = new Request('http://localhost/api/tunnel/ws', { headers: headersOf(request) });
      const reply = await admit(asked, { params: Promise.resolve({}) });
      const caller = admitted.get(asked);
      if (!caller) await refuse(socket, reply);
      else if (!socket.destroyed)
        server.handleUpgrade(request, socket, head, (opened) => tunnel.acceptWebSocket(caller, opened));
    },
    async close() {
      isClosing = true;
      await tunnel.close();
      const open = [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      const impatience = setTimeout(() => {
        for (const client of server.clients) client.terminate();
      }, GOODBYE_MS);
      await Promise.all(open);
      clearTimeout(impatience);
    },
  };
}

function headersOf({ headers: sent }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) if (value !== undefined) headers.set(name, String(value));
  return headers;
}

/** The refusal as plain HTTP: nothing has been upgraded yet. */
async function refuse(socket: Duplex, reply: Response): Promise<void> {
  const body = await reply.text();
  const head = [`HTTP/1.1 ${reply.status} ${reply.status === 426 ? 'Upgrade Required' : 'Refused'}`];
  for (const [name, value] of reply.headers) head.push(`${name}: ${value}`);
  head.push('connection: close', `content-length: ${Buffer.byteLength(body)}`);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
