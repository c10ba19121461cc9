import { connect } from 'node:net';
import type { Transport } from '#lib/tunnel/values.ts';

/** A client of the tunnel on a bare socket, so cheap that a test can open a thousand. */
export type RawListener = {
  /** Returns the beginning and the end of what the server sent, one letter per byte. */
  received(): string;
  /** Resolves when its channel is subscribed. */
  readonly joined: Promise<void>;
  readonly ended: Promise<void>;
  /** Stops reading; `resume` reads on. */
  stall(): void;
  resume(): void;
  /** Ends the connection: in good order, or by a reset. */
  leave(how: 'end' | 'reset'): void;
};

type Ask = {
  readonly origin: string;
  readonly cookie: string;
  readonly channel: string;
  readonly cursor?: string;
  /** How much of its request it sends, from 0 to 1; by default all of it. */
  readonly share?: number;
};

const KEPT = 8_192;
/** The reply to a close frame: RFC 6455 5.5.1. */
const CLOSED = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** Returns whether the bytes received over a WebSocket end with a close frame of this code (RFC 6455 5.5.1). */
export const isClosedWith = (code: number, received: string): boolean =>
  received.slice(received.lastIndexOf('\x88') + 2).startsWith(String.fromCharCode(code >> 8, code & 255));

/** Returns whether the last frame of a chunk is a close frame, judged by its length. */
function endsInClose(chunk: string): boolean {
  const at = chunk.lastIndexOf('\x88');
  return at !== -1 && chunk.charCodeAt(at + 1) === chunk.length - at - 2;
}

export function listenRaw(transport: Transport, ask: Ask): RawListener {
  const socket = connect(Number(new URL(ask.origin).port), '127.0.0.1');
  const joined = Promise.withResolvers<void>();
  joined.promise.catch(() => undefined);
  // A reset connection has ended too.
  const ended = new Promise((resolve) => socket.once('close', resolve)).then(() =>
    joined.reject(new Error(`it ended first: ${first.slice(0, 200)}`)),
  );
  let [first, last] = ['', ''];
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1');
    if (transport === 'websocket' && endsInClose(text)) socket.end(CLOSED);
    last = (last + text.slice(KEPT - first.length)).slice(-KEPT);
    if (first.length === KEPT) return;
    first += text.slice(0, KEPT - first.length);
    if (first.includes('"type":"subscribed"')) joined.resolve();
  });
  const request = requestOf(transport, ask);
  socket.write(request.subarray(0, Math.round(request.length * (ask.share ?? 1))));
  return {
    received: () => first + last,
    joined: joined.promise,
    ended,
    stall: () => socket.pause(),
    resume: () => socket.resume(),
    leave: (how) => void (how === 'end' ? socket.destroy() : socket.resetAndDestroy()),
  };
}

function requestOf(transport: Transport, { channel, cookie, cursor }: Ask): Buffer {
  const name = encodeURIComponent(channel);
  const since = cursor === undefined ? '' : encodeURIComponent(`0=${cursor}`);
  const get = (path: string, ...headers: readonly string[]) =>
    Buffer.from(`${[`GET ${path} HTTP/1.1`, 'Host: x', `Cookie: ${cookie}`, ...headers].join('\r\n')}\r\n\r\n`);
  if (transport === 'sse') return get(`/api/tunnel/sse?channel=${name}${since && `&lastEventId=${since}`}`);
  if (transport === 'poll') return get(`/api/tunnel/poll?channel=${name}&cursor=${since}`, 'Connection: close');
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const handshake = get('/api/tunnel/ws', ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==');
  return Buffer.concat([handshake, masked(JSON.stringify({ type: 'subscribe', channel, ...(cursor && { cursor }) }))]);
}

/** Returns a client frame. A mask of zeros leaves the text as it is. */
export function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const size = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), body]);
}
