import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Frame } from '#lib/tunnel/connections/frame.ts';
import type { TunnelSink } from '#lib/tunnel/connections/sink.ts';
import type { Caller, Line } from '#lib/tunnel/tunnel.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { isClosedWith, masked } from '#tests/support/raw-listener.ts';
import { openWires } from './wire-socket.ts';

const nobody = {} as Caller; // the hub of this test does not read the caller
const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const closing = (code: number) => Buffer.from([0x88, 0x82, 0, 0, 0, 0, code >> 8, code & 255]);

let sink: TunnelSink;
/** The calls that the line received, in order. */
let told: string[];
let heard: string;
let server: Socket;
let client: Socket;

const accept = openWires((_, opened): Line => {
  const own: string[] = [];
  [sink, told] = [opened, own];
  opened.write([new Frame({ type: 'ack', id: 1 })]);
  return {
    id: 'con_1',
    receive: (text) => void own.push(text),
    heard: () => void own.push('heard'),
    drained: () => void own.push('drained'),
    end: (code, reason) => opened.end(code, reason),
    gone: () => void own.push('gone'),
  };
});

async function open(protocols = '', head: Buffer = Buffer.alloc(0)): Promise<void> {
  heard = '';
  const listener = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const arrived = once(listener, 'connection');
  client = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  [server] = (await arrived) as [Socket];
  server.on('error', () => undefined);
  listener.close();
  accept(nobody, server, { key, protocols, head });
  await vi.waitFor(() => expect(heard).toContain('"ack"'), PATIENCE);
}

describe('a WebSocket over a socket of ours', () => {
  afterEach(() => {
    client.destroy();
    server.destroy();
    vi.useRealTimers();
  });

  it('answers the handshake as RFC 6455 1.3 shows, and the first frame right behind it', async () => {
    await open('chat, tunnel.v1');

    const [head = '', frames] = heard.split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual([
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      'Sec-WebSocket-Protocol: tunnel.v1',
    ]);
    expect(frames).toBe('\x81\x15{"type":"ack","id":1}');
  });

  it('names no protocol it does not speak', async () => {
    await open('chat');

    expect(heard.toLowerCase()).not.toContain('sec-websocket-protocol');
  });

  it('reads what came together with the handshake', async () => {
    await open('', masked('early'));

    expect(told).toEqual(['early']);
  });

  it('answers a ping with what it said, and takes it as a sign of life', async () => {
    await open();

    client.write(Buffer.from([0x89, 0x82, 0, 0, 0, 0, 0x68, 0x69]));

    await vi.waitFor(() => expect(heard.endsWith('\x8a\x02hi')).toBe(true), PATIENCE);
    expect(told).toEqual(['heard']);
  });

  it('answers a close with the same code, ends its half, and says nothing after', async () => {
    await open();
    const ended = once(client, 'end');

    client.write(closing(1001));
    await ended;
    sink.write([new Frame({ type: 'ack', id: 2 })]);
    sink.ping();
    client.end();
    await once(client, 'close');

    expect(heard.endsWith('\x88\x02\x03\xe9')).toBe(true);
    expect(told[0]).toBe('gone');
  });

  it('closes with a code and a reason, hears no frame after, and ends when the client closes too', async () => {
    await open();

    sink.end(4403, 'signed out');
    sink.write([new Frame({ type: 'ack', id: 2 })]);
    await vi.waitFor(() => expect(isClosedWith(4403, heard)).toBe(true), PATIENCE);
    client.write(Buffer.concat([masked('too late'), closing(4403)]));
    await once(client, 'end');

    expect(heard.endsWith('signed out')).toBe(true);
    expect(told).toEqual(['gone']);
  });

  it.each([
    ['a frame without a mask', Buffer.from([0x81, 0x00]), 1002],
    ['no text', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]), 1007],
    ['a frame that is too large', Buffer.from([0x81, 0xfe, 0x40, 0x01, 0, 0, 0, 0]), 1009],
    ['bytes', Buffer.from([0x82, 0x80, 0, 0, 0, 0]), 4400],
  ])('closes over %s', async (_, sent, code) => {
    await open();

    client.write(sent);

    await vi.waitFor(() => expect(isClosedWith(code, heard)).toBe(true), PATIENCE);
  });

  it('tells its line once that a client has gone who said nothing', async () => {
    await open();

    client.resetAndDestroy();
    await vi.waitFor(() => expect(server.closed).toBe(true), PATIENCE);

    expect(told).toEqual(['gone']);
  });

  it('lets go of a client who never closes, in time', async () => {
    await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    sink.end(4401, 'session is over');
    vi.advanceTimersByTime(30_000);
    await once(client, 'end');

    expect(server.destroyed).toBe(true);
    expect(isClosedWith(4401, heard)).toBe(true);
  });
});
