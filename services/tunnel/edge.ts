import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { admit, errorHeadersOf, noteServed } from '#lib/api/admit.ts';
import { answerError } from '#lib/api/answer-error.ts';
import { openContext } from '#lib/api/open-context.ts';
import { headersOf } from '#lib/api/peer.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import { admitSocket, socketDoor } from '#lib/tunnel/connections/handshake.ts';
import { MAX_FRAME_BYTES, MAX_MERGED_BYTES } from '#lib/tunnel/limits.ts';
import type { Caller } from '#lib/tunnel/tunnel.ts';
import { TUNNEL_SUBPROTOCOL } from '#lib/tunnel/values.ts';
import { sendLast } from './send-last.ts';

/** How long clients may take to close after the last frame. */
const GOODBYE_MS = 500;
/** In how many parts a message may arrive. The library keeps each part with the whole chunk that carried it. */
const MAX_PARTS = 1_024;

export type Edge = {
  /**
   * Upgrades a request to a WebSocket, or responds with the reason for a refusal. The socket already has an error
   * listener; from here on the edge ends it.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Disconnects every listener, over all transports, and ends the sockets. */
  close(): Promise<void>;
};

/** Opens the tunnel's WebSocket endpoint in front of Next, which cannot handle upgrades. */
export function openEdge({ tunnel }: Pick<Runtime, 'tunnel'>): Edge {
  const server = new WebSocketServer({
    noServer: true,
    // Compression costs five times the CPU and the memory for messages as short as ours.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_PARTS,
    maxBufferedChunks: MAX_PARTS,
    handleProtocols: (offered) => offered.has(TUNNEL_SUBPROTOCOL) && TUNNEL_SUBPROTOCOL,
    // Both would cost a function for each socket. `open` and `answerPing` take their place.
    clientTracking: false,
    autoPong: false,
  });
  /** The sockets of all upgrades, those without an answer yet among them. */
  const open = new Set<Duplex>();
  const means = { known: tunnel.known };
  let isClosing = false;
  let allGone = (): void => {};

  function left(this: Duplex): void {
    open.delete(this);
    if (open.size === 0) allGone();
  }

  function accept(caller: Caller, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The response to the handshake and the first frame leave in one write.
    socket.cork();
    server.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('ping', answerPing);
      tunnel.acceptWebSocket(caller, accepted);
    });
    socket.uncork();
  }

  return {
    // Applies the rules of the route at the same address to the bare headers. A `Request` and a `Response` would cost
    // more than all the checks together, for each of ten thousand clients that reconnect.
    async upgrade(request, socket, head) {
      const fromMs = performance.now();
      open.add(socket.on('close', left));
      const asked = askedOf(request);
      const base = openContext(asked.headers);
      const headers = new Map<string, string>();
      let caller: Caller | Response;
      try {
        caller = admitSocket(await admit(base, socketDoor, asked, headers, means), asked);
        if (isClosing) throw unavailable('The server is shutting down; connect again');
      } catch (error) {
        caller = answerError(error, base, errorHeadersOf(new Headers([...headers])), socketDoor.summary);
      }
      const status = caller instanceof Response ? caller.status : 101;
      noteServed(base, { method: asked.method, route: socketDoor.summary, status, fromMs });
      if (caller instanceof Response) await refuse(socket, caller);
      else accept(caller, request, socket, head);
    },
    async close() {
      isClosing = true;
      await tunnel.close();
      if (open.size === 0) return;
      const gone = new Promise<void>((resolve) => {
        allGone = resolve;
      });
      const timer = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, GOODBYE_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}

/** A client that does not read gets no pong for each ping; a later pong covers them all (RFC 6455 5.5.3). */
function answerPing(this: WebSocket, data: Buffer): void {
  if (this.bufferedAmount < MAX_MERGED_BYTES) this.pong(data);
}

const askedOf = (request: IncomingMessage): RequestHead => ({
  method: request.method ?? 'GET',
  url: `http://localhost${request.url ?? '/'}`,
  headers: headersOf(request),
});

/** Responds with plain HTTP, because the connection is not upgraded yet. */
async function refuse(socket: Duplex, reply: Response): Promise<void> {
  const body = await reply.text();
  const head = [`HTTP/1.1 ${reply.status} ${reply.status === 426 ? 'Upgrade Required' : 'Refused'}`];
  for (const [name, value] of reply.headers) head.push(`${name}: ${value}`);
  head.push('connection: close', `content-length: ${Buffer.byteLength(body)}`);
  sendLast(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
