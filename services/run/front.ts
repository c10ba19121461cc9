import type { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { markPeer } from '#lib/api/peer.ts';
import type { Edge } from '#services/tunnel/edge.ts';
import { sendLast } from '#services/tunnel/send-last.ts';
import { malformedUpgrade, refuseMalformed, unreadableAnswer } from './malformed.ts';

/** How long a request without a response may still run after the stop began. */
const GRACE_MS = 10_000;
/** How long a response that has begun may continue. */
const FLUSH_MS = 1_500;
const HEADERS_MS = 15_000;
const MOST_AGENT = 512;
/**
 * How long an idle connection stays open: longer than most proxies keep their own idle connections (60 s). Otherwise a
 * proxy may send a request on a connection that is closing, and may not be allowed to send the request again.
 */
const UNUSED_MS = 65_000;

export type FrontOptions = {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Handles the upgrades of the tunnel's address, and ends their sockets before the server stops. */
  readonly tunnel?: Edge;
  /** Receives the upgrades of hot reload in development. Every other upgrade gets a 404 response. */
  readonly upgrades?: EventEmitter;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Front = {
  readonly server: Server;
  /**
   * Accepts no more connections, ends streams at once, lets requests finish, and resolves when all sockets are closed.
   */
  stop(): Promise<void>;
};

/**
 * Opens the server in front of Next. It handles upgrades, rejects requests that Next cannot handle, and stops cleanly.
 */
export function openFront({ answer, tunnel, upgrades, headers = {} }: FrontOptions): Front {
  const open = new Set<ServerResponse>();
  /** The sockets of upgrades that the tunnel does not handle. */
  const upgraded = new Set<Duplex>();
  function left(this: Duplex): void {
    upgraded.delete(this);
  }
  let isStopping = false;

  const server = createServer({
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: UNUSED_MS,
    connectionsCheckingInterval: 5_000,
    // The front rejects a request without a Host header like every other malformed request.
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
    // Without an error listener a connection reset would end the process. All sockets share the same listeners.
    socket.on('error', destroy);
    const refusal = malformedUpgrade(request, headers);
    if (refusal === null && tunnel && pathOf(request) === '/api/tunnel/ws')
      return void tunnel.upgrade(request, socket, head).catch(() => socket.destroy());
    upgraded.add(socket.on('close', left));
    if (refusal !== null) sendLast(socket, refusal);
    else if (upgrades && pathOf(request) === '/_next/hmr') upgrades.emit('upgrade', request, socket, head);
    else sendLast(socket, 'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswered = [...open].some((response) => response.socket === socket && response.headersSent);
    if (!socket.writable || isAnswered || error.code === 'ECONNRESET') socket.destroy();
    else sendLast(socket, unreadableAnswer(error.code, headers));
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
 * Shortens the user agent. The framework searches it for robots with an expression whose work grows with the square of
 * the length of a long word. No browser needs more than half of this length.
 */
function shortenAgent({ headers }: IncomingMessage): void {
  const agent = headers['user-agent'];
  if (agent !== undefined && agent.length > MOST_AGENT) headers['user-agent'] = agent.slice(0, MOST_AGENT);
}

function destroy(this: Duplex): void {
  this.destroy();
}

export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

const isStream = (response: ServerResponse): boolean =>
  response.headersSent && String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Ends a stream cleanly. A later write to the stream must not crash the process. */
function endStream(response: ServerResponse): void {
  response.on('error', () => response.destroy());
  response.end();
}
