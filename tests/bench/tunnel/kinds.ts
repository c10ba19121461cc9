import { randomBytes } from 'node:crypto';
import { masked } from '#tests/support/raw-listener.ts';

export const kinds = ['ws', 'sse', 'socket.io', 'plaza ws', 'plaza sse'] as const;
export type Kind = (typeof kinds)[number];

/** The protocol of a subscriber of one kind of server, in bytes on a bare socket. */
export type Speech = {
  /** Returns the first request. `cookie` is a session of ours; `cursor` is this subscriber's last position. */
  hello(host: string, cookie: string, cursor: string): string;
  /** Takes the bytes read and the number of messages sent. Returns the next message, or 'connected' once it is. */
  next(heard: string, turn: number): Buffer | 'connected' | null;
  /**
   * Requests the channel once the subscriber is connected. Without this, a connected subscriber is already subscribed.
   */
  readonly subscribe?: { ask(cursor: string): Buffer; isAnswered(heard: string): boolean };
  /** A message that keeps the connection alive when sent regularly. */
  readonly alive?: Buffer;
};

export const CHANNEL = 'conversation:bench';
const KEY = randomBytes(16).toString('base64');

/** Every subscriber comes from an address of its own, as in production. */
const from = (cookie: string) => (cookie === '' ? [] : [`cookie: ${cookie}`, `x-forwarded-for: ${anAddress()}`]);
let count = 0;
function anAddress(): string {
  count += 1;
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
}

const request = (path: string, lines: readonly string[]) =>
  `${[`GET ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
const upgrade = (host: string, path: string, more: readonly string[]) =>
  request(path, [
    ...[`host: ${host}`, 'connection: Upgrade', 'upgrade: websocket'],
    ...['sec-websocket-version: 13', `sec-websocket-key: ${KEY}`, ...more],
  ]);

const subscription = (cursor: string) =>
  masked(JSON.stringify({ type: 'subscribe', id: 1, channel: CHANNEL, ...(cursor !== '' && { cursor }) }));
const isOpen = (heard: string) => heard.startsWith('HTTP/1.1 101') && heard.includes('\r\n\r\n');

export const speeches: Readonly<Record<Kind, Speech>> = {
  ws: {
    hello: (host) => upgrade(host, '/', []),
    next: (heard) => (isOpen(heard) ? 'connected' : null),
  },
  sse: {
    hello: (host) => request('/', [`host: ${host}`, 'accept: text/event-stream']),
    next: (heard) => (heard.includes(':ready') ? 'connected' : null),
  },
  'socket.io': {
    hello: (host) => upgrade(host, '/socket.io/?EIO=4&transport=websocket', []),
    next(heard, turn) {
      if (turn === 0) return heard.includes('0{"sid"') ? masked('40') : null;
      return heard.includes('40{"sid"') ? 'connected' : null;
    },
    subscribe: { ask: () => masked(`420["subscribe","${CHANNEL}"]`), isAnswered: (heard) => heard.includes('430[') },
  },
  'plaza ws': {
    hello: (host, cookie) => upgrade(host, '/api/tunnel/ws', from(cookie)),
    next: (heard) => (heard.includes('"type":"welcome"') ? 'connected' : null),
    subscribe: { ask: subscription, isAnswered: (heard) => heard.includes('"type":"subscribed"') },
    alive: masked('{"type":"pong"}'),
  },
  'plaza sse': {
    hello(host, cookie, cursor) {
      const resume = cursor === '' ? '' : `&lastEventId=${encodeURIComponent(`0=${cursor}`)}`;
      const path = `/api/tunnel/sse?channel=${encodeURIComponent(CHANNEL)}${resume}`;
      return request(path, [`host: ${host}`, 'accept: text/event-stream', ...from(cookie)]);
    },
    next: (heard) => (heard.includes('"type":"subscribed"') ? 'connected' : null),
  },
};
