import type { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { markPeer } from '#lib/api/peer.ts';
import type { Edge } from '#services/tunnel/edge.ts';
import { sayLast } from '#services/tunnel/last-word.ts';
import { malformedUpgrade, refuseMalformed, unreadableAnswer } from './malformed.ts';

/** How long a request that has no answer yet may still run after the stop began. */
const GRACE_MS = 10_000;
/** How long an answer that is already under way may still flow. */
const FLUSH_MS = 1_500;
const HEADERS_MS = 15_000;
const MOST_AGENT = 512;
/**
 * How long a connection without a request stays open: longer than a proxy keeps its own unused (60 s as most come). Else
 * it sends a request into a connection that is being closed, and may not send it a second time.
 */
const UNUSED_MS = 65_000;

export type FrontOptions = {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Takes the upgrades of the tunnel's own address, and sends its listeners away before the server stops. */
  readonly tunnel?: Edge;
  /** Gets the upgrades of hot reload in development; every upgrade that nobody takes is answered 404. */
  readonly upgrades?: EventEmitter;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Front = {
  readonly server: Server;
  /** Takes no more connections, ends streams at once, lets requests finish, and resolves when all sockets are gone. */
  stop(): Promise<void>;
};

/** The server in front of Next: it owns upgrades, refuses what Next would stumble over, and knows how to stop. */
export function openFront({ answer, tunnel, upgrades, headers = {} }: FrontOptions): Front {
  const open = new Set<ServerResponse>();
  const upgraded = new Set<Duplex>();
  function left(this: Duplex): void {
    upgraded.delete(this);
  }
  let isStopping = false;

  const server = createServer({
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: UNUSED_MS,
    connectionsCheckingInterval: 5_000,
    // A request without one is refused like every other malformed one.
    requireHostHeader: false,
  });
  server.on('request', (request, response) => {
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (isStopping && open.size === 0) server.closeAllConnections();
    });
    if (isStopping) response.setHeader('connection', 'close');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (refuseMalformed(request, response)) return;
    markPeer(request);
    shortenAgent(request);
    answer(request, response).catch(() => response.destroy());
  });

  server.on('upgrade', (request, socket, head) => {
    // Without a listener a reset connection would end the process. The same two serve all sockets.
    socket.on('error', destroy).on('close', left);
    upgraded.add(socket);
    const refusal = malformedUpgrade(request, headers);
    if (refusal !== null) sayLast(socket, refusal);
    else if (tunnel && pathOf(request) === '/api/tunnel/ws')
      tunnel.upgrade(request, socket, head).catch(() => socket.destroy());
    else if (upgrades && pathOf(request) === '/_next/hmr') upgrades.emit('upgrade', request, socket, head);
    else sayLast(socket, 'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswered = [...open].some((response) => response.socket === socket && response.headersSent);
    if (!socket.writable || isAnswered || error.code === 'ECONNRESET') socket.destroy();
    else sayLast(socket, unreadableAnswer(error.code, headers));
  });

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await tunnel?.close();
    for (const socket of upgraded) socket.destroy();
    for (const response of open) if (isStream(response)) endStream(response);
    if (open.size === 0) server.closeAllConnections();
    else server.closeIdleConnections();

    const flush = setTimeout(() => {
      for (const response of open) if (response.headersSent) response.destroy();
    }, FLUSH_MS);
    const giveUp = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(flush);
    clearTimeout(giveUp);
  }

  return { server, stop };
}

/**
 * Cuts the name of the browser: the framework looks for robots in it with an expression whose work grows with the square
 * of a long word. No browser needs more than half of this.
 */
function shortenAgent({ headers }: IncomingMessage): void {
  const agent = headers['user-agent'];
  if (agent !== undefined && agent.length > MOST_AGENT) headers['user-agent'] = agent.slice(0, MOST_AGENT);
}

function destroy(this: Duplex): void {
  this.destroy();
}

export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

const isStream = (response: ServerResponse): boolean =>
  response.headersSent && String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Ends it in good order; whoever still writes to it must not bring the process down. */
function endStream(response: ServerResponse): void {
  response.on('error', () => response.destroy());
  response.end();
}
