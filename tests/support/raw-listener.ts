import { connect } from 'node:net';
import type { Transport } from '#lib/tunnel/values.ts';

/** A client of the tunnel on a bare socket: a thousand of them cost a test next to nothing. */
export type RawListener = {
  /** The beginning and the end of what it was sent, byte by byte as letters. */
  heard(): string;
  /** Comes back when its channel has answered. */
  readonly joined: Promise<void>;
  readonly ended: Promise<void>;
  /** Reads no more, and reads on. */
  stall(): void;
  resume(): void;
  /** Ends the line: in good order, or by a reset. */
  leave(how: 'end' | 'reset'): void;
};

type Ask = {
  readonly origin: string;
  readonly cookie: string;
  readonly channel: string;
  readonly cursor?: string;
  /** How much of its request it sends, from 0 to 1; all of it unless told. */
  readonly share?: number;
};

const KEPT = 8_192;
/** The answer to a close frame: RFC 6455 5.5.1. */
const CLOSED = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** Whether what was heard of a WebSocket ends with a close frame of this code (RFC 6455 5.5.1). */
export const isClosedWith = (code: number, heard: string): boolean =>
  heard.slice(heard.lastIndexOf('\x88') + 2).startsWith(String.fromCharCode(code >> 8, code & 255));

/** Whether the last frame of a chunk is a close frame, by its length. */
function endsInClose(chunk: string): boolean {
  const at = chunk.lastIndexOf('\x88');
  return at !== -1 && chunk.charCodeAt(at + 1) === chunk.length - at - 2;
}

export function listenRaw(transport: Transport, ask: Ask): RawListener {
  const socket = connect(Number(new URL(ask.origin).port), '127.0.0.1');
  const joined = Promise.withResolvers<void>();
  joined.promise.catch(() => undefined);
  // Also a line that is reset has ended.
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
    heard: () => first + last,
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

/** A frame of a client. A mask of nothing but zeros leaves the text as it is. */
export function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const size = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), body]);
}
