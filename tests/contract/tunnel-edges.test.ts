import { once } from 'node:events';
import { request as ask } from 'node:http';
import { connect as dialRaw } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { UserContext } from '#lib/context/context.ts';
import { publish } from '#lib/tunnel/publish.ts';
import type { PollAnswer } from '#lib/tunnel/schemas/frame.ts';
import { cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { isClosedWith, listenRaw } from '#tests/support/raw-listener.ts';
import { forms, openTunnelWorld, type TunnelWorld } from '#tests/support/tunnel-servers.ts';

let world: TunnelWorld;
let ann: TestContext & UserContext;
let cookie: string;
const channel = 'conversation:cvs_1';

/** Returns a handshake as a client writes it. */
const handshake = (path = '/api/tunnel/ws', key = 'dGhlIHNhbXBsZSBub25jZQ==') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: ${cookie}\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;

async function raw(text: string): Promise<string> {
  const socket = dialRaw(Number(new URL(world.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.write(text);
  await once(socket, 'close');
  return received;
}
const socket = (headers = {}) =>
  new WebSocket(`${world.origin.replace('http', 'ws')}/api/tunnel/ws`, { headers: { cookie, ...headers } });
type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };
const poll = (query: string, init: Init = {}) =>
  fetch(`${world.origin}/api/tunnel/poll${query}`, { ...init, headers: { cookie, ...init.headers } });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Returns the megabytes that are still referenced. Garbage does not count: the machine decides when to collect it. */
function heldMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

describe.each(forms)('the tunnel by %s', (form) => {
  beforeAll(async () => {
    world = await openTunnelWorld(form);
    ann = await asUser(world.ctx);
    cookie = await cookieFor(ann);
    world.talks.open('cvs_1', [ann.user.id]);
  });
  afterAll(() => world.close());

  it('describes its transports, and responds with 426 to a plain request of the socket', async () => {
    const negotiation = await fetch(`${world.origin}/api/tunnel`, { headers: { cookie } });
    const plain = await fetch(`${world.origin}/api/tunnel/ws`, { headers: { cookie } });

    expect(await negotiation.json()).toEqual({ transports: ['websocket', 'sse', 'poll'], heartbeat: 25, protocol: 1 });
    expect([plain.status, await plain.json()]).toEqual([426, expect.objectContaining({ error: 'UpgradeRequired' })]);
    expect([plain.headers.get('upgrade'), plain.headers.get('connection')]).toEqual(['websocket', 'upgrade']);
  });

  it('rejects an invalid handshake with 400, in the one error shape', async () => {
    const reply = await raw(handshake('/api/tunnel/ws', 'short'));

    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"error":"ValidationError"');
  });

  it.each(['keep-alive', 'close'])('responds with 426 when a proxy removed the upgrade: %s', async (connection) => {
    const key = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    const asked = ask(`${world.origin}/api/tunnel/ws`, {
      headers: { cookie, connection, upgrade: 'websocket', ...key },
    });
    const [reply] = await once(asked.end(), 'response');
    reply.resume();

    expect(reply.statusCode).toBe(426);
  });

  it('rejects a handshake by any method but GET', async () => {
    expect(await raw(handshake().replace('GET', 'POST'))).toMatch(/^HTTP\/1\.1 405 /);
  });

  it.each([
    ['a binary frame', Buffer.from('{"type":"pong"}'), 4400],
    ['invalid JSON', '{', 4400],
    ['17 KB', JSON.stringify({ type: 'ping', x: 'x'.repeat(17_000) }), 1009],
  ])('closes a socket on %s', async (_, data, code) => {
    const line = socket();
    await once(line, 'open');
    line.send(data);

    const [ended] = await once(line, 'close');

    expect(ended).toBe(code);
  });

  it('survives sockets reset at any point of the handshake', async () => {
    const text = handshake();
    for (let end = 0; end <= text.length; end += 25) {
      const listener = dialRaw(Number(new URL(world.origin).port), '127.0.0.1');
      listener.on('error', () => undefined);
      await once(listener, 'connect');
      listener.write(text.slice(0, end));
      if (end % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      listener.resetAndDestroy();
    }

    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 0, channels: 0 }), PATIENCE);
    expect((await fetch(`${world.origin}/api/tunnel`, { headers: { cookie } })).status).toBe(200);
  });

  it('starts a stream with padding that proxies cannot buffer, and keeps nothing of closed streams', async () => {
    const leave = new AbortController();
    const init = { headers: { cookie }, signal: leave.signal };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => fetch(`${world.origin}/api/tunnel/sse?channel=${channel}`, init)),
    );
    const [first] = replies;
    let text = '';
    for await (const chunk of first?.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('"subscribed"')) break;
    }
    leave.abort();

    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(text.indexOf('data: {"type":"welcome"')).toBeGreaterThan(2048);
    expect(text).toMatch(/^retry: 2000\n\n:/);
    expect(text).toMatch(/\nid: 0=\d+~e1\ndata: \{"type":"subscribed"/);
    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 0, channels: 0 }), PATIENCE);
  });

  it('keeps no connection when many listeners leave at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => asUser(world.ctx)));
    world.talks.open(
      'cvs_many',
      people.map(({ user }) => user.id),
    );
    const cookies = await Promise.all(people.map((person) => cookieFor(person)));
    const many = cookies.flatMap((own) =>
      Array.from({ length: 10 }, () =>
        listenRaw('sse', { origin: world.origin, cookie: own, channel: 'conversation:cvs_many' }),
      ),
    );
    await Promise.all(many.map(({ joined }) => joined));
    const before = world.hub.load;
    // The connections end while an event is on its way to all of them: half in good order, half by a reset.
    const published = publish(world.ctx, [world.talks.post('cvs_many', 'on its way')]);

    for (const [at, listener] of many.entries()) listener.leave(at % 2 === 0 ? 'end' : 'reset');
    await published;

    expect(before).toEqual({ connections: 200, channels: 1 });
    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 0, channels: 0 }), PATIENCE);
  });

  it.each([
    ['websocket', 30],
    ['sse', 100],
  ] as const)(
    'disconnects twenty slow readers over %s at bounded memory, and lets them recover',
    async (transport, mostMb) => {
      const slow = { origin: world.origin, channel: 'conversation:cvs_slow' };
      const people = await Promise.all(Array.from({ length: 2 }, () => asUser(world.ctx)));
      world.talks.open(
        'cvs_slow',
        people.map(({ user }) => user.id),
      );
      const cookies = await Promise.all(people.map((person) => cookieFor(person)));
      await publish(world.ctx, [world.talks.post('cvs_slow', 'row')]);
      const stalled = cookies.flatMap((own) =>
        Array.from({ length: 10 }, () => listenRaw(transport, { ...slow, cookie: own })),
      );
      await Promise.all(stalled.map(({ joined }) => joined));
      for (const listener of stalled) listener.stall();
      const before = heldMb();
      let mostHeld = 0;

      const text = 'x'.repeat(200_000);
      for (let n = 0; world.hub.load.connections > 0 && n < 400; n++) {
        await publish(world.ctx, [world.talks.edit('cvs_slow', 'row', `${n} ${text}`)]);
        await new Promise((resolve) => setImmediate(resolve));
        if (n % 5 === 4) mostHeld = Math.max(mostHeld, heldMb() - before);
      }
      const gone = { ...world.hub.load };
      for (const listener of stalled) listener.resume();
      if (transport === 'sse') await Promise.all(stalled.map(({ ended }) => ended));
      else
        await vi.waitFor(
          () => expect(stalled.every((listener) => isClosedWith(4408, listener.received()))).toBe(true),
          PATIENCE,
        );
      for (const listener of stalled) listener.leave('end');
      const back = listenRaw(transport, { ...slow, cookie: cookies[0] ?? '', cursor: '1~e1' });
      await back.joined;
      back.leave('end');

      expect(gone).toEqual({ connections: 0, channels: 0 });
      expect(mostHeld).toBeLessThan(mostMb);
      expect(back.received()).toContain('"recovered":true');
      expect(back.received()).toContain('"message.updated"');
      await vi.waitFor(() => expect(world.hub.load.connections).toBe(0), PATIENCE);
    },
  );

  it('responds to a poll at once without a cursor, at its timeout, and when another poll replaces it', async () => {
    const first = (await (await poll(`?channel=${channel}`)).json()) as PollAnswer;
    const empty = await poll(`?channel=${channel}&cursor=${encodeURIComponent(first.cursor)}&timeout=0`);
    const replaced = poll('', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channels: [channel], cursor: first.cursor, timeout: 50, clientId: 'tab-1' }),
    });
    await vi.waitFor(() => expect(world.hub.load.connections).toBe(1), PATIENCE);
    const next = poll(`?channel=${channel}&cursor=${encodeURIComponent(first.cursor)}&clientId=tab-1`);
    const former = (await (await replaced).json()) as PollAnswer;
    await publish(world.ctx, [world.talks.post('cvs_1', `said ${form}`)]);
    const response = (await (await next).json()) as PollAnswer;

    expect(first).toEqual({ cursor: expect.stringMatching(/^0=\d+~e1$/), events: [], reset: [] });
    expect([empty.status, await empty.json()]).toEqual([200, first]);
    expect(former).toEqual(first);
    expect(response.events.map(({ event }) => event)).toEqual(['message.created']);
  });

  it('rejects a poll or stream with an invalid list of channels', async () => {
    const wrong = [
      '',
      '?channel=no:such',
      `?channel=${channel}&cursor=nonsense`,
      `?channel=${channel}&channel=${channel}`,
    ];
    const many = `?${Array.from({ length: 51 }, (_, n) => `channel=conversation:c${n}`).join('&')}`;

    const replies = await Promise.all([...wrong, many, `?channel=${channel}&timeout=51`].map((query) => poll(query)));
    const stream = await fetch(`${world.origin}/api/tunnel/sse?channel=no:such`, { headers: { cookie } });

    expect([...replies, stream].map(({ status }) => status)).toEqual(Array(7).fill(400));
  });

  it('refuses pages of other sites, whatever headers they send', async () => {
    const statusOf = async (headers: Record<string, string>) => {
      const line = socket(headers);
      line.on('error', () => undefined);
      const status = await new Promise<number>((resolve) => {
        line.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
        line.once('open', () => resolve(101));
      });
      line.terminate();
      return status;
    };
    const own = world.origin;

    expect(await statusOf({ origin: own })).toBe(101);
    expect(await statusOf({ origin: own, 'sec-fetch-site': 'same-origin' })).toBe(101);
    expect(await statusOf({ origin: own.replace('http:', 'https:').replace('127.0.0.1', 'evil.test') })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toBe(403);
  });
});
