import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { publish } from '#lib/tunnel/publish.ts';
import { cookieFor } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { isClosedWith, masked } from '#tests/support/raw-listener.ts';
import { openTunnelWorld, type TunnelWorld } from '#tests/support/tunnel-servers.ts';

const channel = 'conversation:cvs_1';
/** Returns a client frame with a mask of zeros. `first` is its first byte: FIN and kind. */
function frame(first: number, content: string | Buffer = ''): Buffer {
  const sent = masked('x'.repeat(content.length));
  sent[0] = first;
  sent.set(Buffer.from(content), sent.length - content.length);
  return sent;
}

let world: TunnelWorld;
let cookie: string;
let client: Socket;
/** The server's end of the connection. */
let server: Duplex & { readonly bytesRead: number };
let received: string;

/** Sends a handshake on a socket whose halves end separately, and waits for what the server says first. */
async function dial(headers: readonly string[] = [], more: Buffer = Buffer.alloc(0)): Promise<string> {
  received = '';
  const upgraded = once(world.server, 'upgrade');
  client = connect({ port: Number(new URL(world.origin).port), host: '127.0.0.1', allowHalfOpen: true });
  client.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  const asked = [
    ...['GET /api/tunnel/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', `Cookie: ${cookie}`],
    ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers],
  ];
  client.write(Buffer.concat([Buffer.from(`${asked.join('\r\n')}\r\n\r\n`), more]));
  const first = once(client, 'data');
  [, server] = await upgraded;
  await first;
  return received;
}

/** Publishes to a client that does not read, until something waits in the process that the network does not take. */
async function stall(): Promise<number> {
  await dial([], masked(JSON.stringify({ type: 'subscribe', channel })));
  await vi.waitFor(() => expect(received).toContain('"subscribed"'), PATIENCE);
  client.pause();
  for (let n = 0; server.writableLength === 0 && n < 400; n += 1) {
    await publish(world.ctx, [world.talks.edit('cvs_1', 'row', `${n} ${'x'.repeat(200_000)}`)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return server.writableLength;
}

describe('a WebSocket of our server', () => {
  beforeAll(async () => {
    world = await openTunnelWorld('own server');
    const ann = await asUser(world.ctx);
    cookie = await cookieFor(ann);
    world.talks.open('cvs_1', [ann.user.id]);
    world.talks.post('cvs_1', 'row');
  });
  afterEach(async () => {
    vi.useRealTimers();
    client.destroy();
    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 0, channels: 0 }), PATIENCE);
  });
  afterAll(() => world.close());

  it('opens as RFC 6455 1.3 shows, without compression, and sends its welcome at once', async () => {
    const [head = '', frames] = (
      await dial(['Sec-WebSocket-Protocol: chat, tunnel.v1', 'Sec-WebSocket-Extensions: permessage-deflate'])
    ).split('\r\n\r\n');

    expect(head.split('\r\n')).toEqual([
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
      'Sec-WebSocket-Protocol: tunnel.v1',
    ]);
    expect(frames).toMatch(/^\x81~..\{"type":"welcome",.*\}$/s);
  });

  it('names no protocol when the client offers only unknown ones', async () => {
    expect((await dial(['Sec-WebSocket-Protocol: chat'])).toLowerCase()).not.toContain('sec-websocket-protocol');
  });

  it.each(['tunnel.v1,', 'tunnel v1', 'tunnel.v1, tunnel.v1', '"tunnel.v1"'])(
    'rejects a malformed protocol list in the one error shape: %s',
    async (protocols) => {
      const reply = await dial([`Sec-WebSocket-Protocol: ${protocols}`]);

      expect(reply).toMatch(/^HTTP\/1\.1 400 /);
      expect(reply).toContain('"error":"ValidationError"');
    },
  );

  it('reads a frame that arrived together with the handshake', async () => {
    await dial([], masked('{"type":"ping","id":7}'));

    await vi.waitFor(() => expect(received).toContain('{"type":"ack","id":7}'), PATIENCE);
  });

  it('replies to a ping with its payload, and counts the ping as activity', async () => {
    await dial();
    const wait = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        world.ctx.clock.advance(1_000);
        await world.hub.tick();
      }
    };

    for (const content of ['one', 'two', 'three']) {
      await wait(20);
      client.write(frame(0x89, content));
      await vi.waitFor(
        () => expect(received.endsWith(`\x8a${String.fromCharCode(content.length)}${content}`)).toBe(true),
        PATIENCE,
      );
    }

    expect(world.hub.load.connections).toBe(1);
  });

  it('queues no pongs for a client that does not read', async () => {
    const waiting = await stall();
    const pings = Buffer.concat(Array.from({ length: 1_000 }, () => frame(0x89, 'x'.repeat(125))));
    const readBefore = server.bytesRead;

    client.write(pings);
    await vi.waitFor(() => expect(server.bytesRead - readBefore).toBe(pings.length), PATIENCE);

    expect(waiting).toBeGreaterThan(65_536);
    expect(server.writableLength).toBeLessThanOrEqual(waiting);
  });

  it('replies to a close with the same code, sends nothing after it, and ends its half', async () => {
    await dial();
    const ended = once(client, 'end');

    client.write(frame(0x88, Buffer.from([3, 233])));
    await ended;

    expect(received.endsWith('\x88\x02\x03\xe9')).toBe(true);
  });

  it.each([
    ['a frame without a mask', Buffer.from([0x81, 0x00]), 1002],
    ['a reserved bit', frame(0xc1, 'x'), 1002],
    ['invalid UTF-8', frame(0x81, Buffer.from([0xff])), 1007],
    ['a frame that is too large', Buffer.from([0x81, 0xfe, 0x40, 0x01, 0, 0, 0, 0]), 1009],
    ['parts that are too large together', Buffer.concat([frame(0x01, 'x'.repeat(16_384)), frame(0x80, 'x')]), 1009],
    [
      'a message in too many parts',
      Buffer.concat([frame(0x01), ...Array.from({ length: 1_024 }, () => frame(0x00))]),
      1008,
    ],
    ['a binary frame', frame(0x82), 4400],
  ])('closes on %s', async (_, sent, code) => {
    await dial();

    client.write(Buffer.concat([sent, masked('{"type":"ping","id":8}')]));
    await vi.waitFor(() => expect(isClosedWith(code, received)).toBe(true), PATIENCE);

    expect(received).not.toContain('"ack"');
    await vi.waitFor(() => expect(world.hub.load.connections).toBe(0), PATIENCE);
  });

  it('closes on a message that arrives in too many small pieces', async () => {
    await dial();
    client.setNoDelay();
    const sent = frame(0x81, 'x'.repeat(2_000));

    for (let at = 0; at < 1_100; at += 1) {
      const readBefore = server.bytesRead;
      client.write(sent.subarray(at, at + 1));
      while (server.bytesRead === readBefore && !isClosedWith(1008, received))
        await new Promise((resolve) => setImmediate(resolve));
    }

    await vi.waitFor(() => expect(isClosedWith(1008, received)).toBe(true), PATIENCE);
  });

  it('destroys the socket of a client that ends its half and does not read', async () => {
    await stall();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = once(server, 'end');

    client.end();
    await ended;
    const [left, isOpen] = [world.hub.load.connections, !server.destroyed];
    vi.advanceTimersByTime(30_000);

    expect([left, isOpen, server.destroyed]).toEqual([0, true, true]);
  });
});
