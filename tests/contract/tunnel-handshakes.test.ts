import { once } from 'node:events';
import { connect as dialRaw, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionsOf } from '#lib/auth/queries.ts';
import { endSession } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';
import { cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { randomFrom } from '#tests/support/random.ts';
import { isClosedWith, listenRaw, type RawListener } from '#tests/support/raw-listener.ts';
import { forms, noLimits, openTunnelWorld, type TunnelWorld } from '#tests/support/tunnel-servers.ts';

const channel = 'conversation:cvs_1';
/** No user has more than ten connections at a time, so the server closes none of them. */
const LEAVERS = sizeOf('FAULT_LEAVERS', { short: 200, long: 4_000 });
const [PEOPLE, AT_ONCE] = [10, 100];
let world: TunnelWorld;
const dialled: Socket[] = [];
const listeners: RawListener[] = [];
afterEach(async () => {
  for (const one of dialled.splice(0)) one.destroy();
  for (const one of listeners.splice(0)) one.leave('reset');
  await world.close();
});

/** Opens a socket that sends what the test writes and never ends its own half unless the test does. */
function dial(): { readonly socket: Socket; readonly received: () => string } {
  const socket = dialRaw({ port: Number(new URL(world.origin).port), host: '127.0.0.1', allowHalfOpen: true });
  dialled.push(socket);
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  return { socket, received: () => received };
}
function listen(...asked: Parameters<typeof listenRaw>): RawListener {
  const listener = listenRaw(...asked);
  listeners.push(listener);
  return listener;
}
const connections = () =>
  new Promise<number>((resolve, reject) =>
    world.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const untilConnected = (count: number) => vi.waitFor(async () => expect(await connections()).toBe(count), PATIENCE);

describe('a refused handshake', () => {
  const ask = (...headers: readonly string[]) =>
    `${['GET /api/tunnel/ws HTTP/1.1', 'Host: x', 'Connection: Upgrade', ...headers].join('\r\n')}\r\n\r\n`;
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  const socket = ['Upgrade: websocket', ...key];

  it.each([
    ['for another address', 404, () => ask(...socket).replace('/api/tunnel/ws', '/api/x')],
    ['without a session', 401, () => ask(...socket)],
    ['from another site', 403, (cookie: string) => ask(...socket, cookie, 'Origin: https://evil.test')],
    ['to another protocol', 426, (cookie: string) => ask('Upgrade: h2c', ...key, cookie)],
    ['without a key', 400, (cookie: string) => ask('Upgrade: websocket', cookie)],
    ['too often', 429, (cookie: string) => ask(...socket, cookie)],
  ])('leaves no socket behind, even when the client never ends its half: %s', async (_, status, text) => {
    const spent = { allowed: false, limit: 60, remaining: 0, resetSeconds: 7 };
    world = await openTunnelWorld('own server', { limits: status === 429 ? { spend: async () => spent } : noLimits });
    const cookie = `Cookie: ${await cookieFor(await asUser(world.ctx))}`;

    const clients = Array.from({ length: 5 }, dial);
    for (const one of clients) one.socket.write(text(cookie));
    await Promise.all(clients.map((one) => once(one.socket, 'end')));

    expect(clients.map(({ received }) => Number(received().slice(9, 12)))).toEqual(Array(5).fill(status));
    await untilConnected(0);
  });
});

/** Returns limits that hold every caller until the test releases them. */
function heldLimits() {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const spend: typeof noLimits.spend = async (...asked) => {
    waiting += 1;
    await gate.promise;
    return noLimits.spend(...asked);
  };
  return { spend, release: gate.resolve, waiting: () => waiting };
}

describe.each(forms)('a client that leaves during its handshake, by %s', (form) => {
  it.each(['websocket', 'sse', 'poll'] as const)('leaves nothing behind over %s', async (transport) => {
    const limits = heldLimits();
    world = await openTunnelWorld(form, { limits });
    const ann = await asUser(world.ctx);
    const cookie = await cookieFor(ann);
    world.talks.open('cvs_1', [ann.user.id]);
    const clients = Array.from({ length: 6 }, () =>
      listen(transport, { origin: world.origin, cookie, channel, cursor: '0~e1' }),
    );
    await vi.waitFor(() => expect(limits.waiting()).toBe(6), PATIENCE);

    for (const [at, client] of clients.entries()) client.leave(at % 2 === 0 ? 'reset' : 'end');
    // A server that reads nothing of a WebSocket yet does not see its end, only its reset.
    await untilConnected(transport === 'websocket' ? 3 : 0);
    limits.release();
    // A client that connects now is served after all of them.
    const last = listen('sse', { origin: world.origin, cookie, channel });
    await last.joined;

    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 1, channels: 1 }), PATIENCE);
    last.leave('end');
    await vi.waitFor(() => expect(world.hub.load).toEqual({ connections: 0, channels: 0 }), PATIENCE);
  });
});

describe.each(forms)('listeners that leave at any moment, by %s', (form) => {
  it('leave no connection and no subscription', async () => {
    const seed = Number(process.env.FAULT_SEED ?? 20260303);
    const random = randomFrom(seed);
    world = await openTunnelWorld(form);
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => asUser(world.ctx)));
    world.talks.open(
      'cvs_1',
      people.map(({ user }) => user.id),
    );
    const cookies = await Promise.all(people.map((one) => cookieFor(one)));
    const share = () => (random.chance(0.1) ? random.int(100) / 100 : 1);
    let joined = 0;

    for (let left = 0; left < LEAVERS; left += AT_ONCE) {
      const clients = Array.from({ length: AT_ONCE }, (_, at) =>
        listen('sse', { origin: world.origin, cookie: cookies[at % PEOPLE] ?? '', channel, share: share() }),
      );
      await Promise.all(
        clients.map(async (client) => {
          if (random.chance(0.25)) await Promise.race([client.joined.then(() => (joined += 1)), turns(200)]);
          else await turns(random.int(60));
          client.leave(random.chance(0.5) ? 'end' : 'reset');
        }),
      );
      listeners.splice(0);
    }
    await untilConnected(0);

    expect(joined, `seed ${seed}`).toBeGreaterThan(LEAVERS / 20);
    expect(world.hub.load, `seed ${seed}`).toEqual({ connections: 0, channels: 0 });
  });
});

/** Waits for a number of turns of the event loop, in which the server of this process runs as well. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(forms)('a handshake that races a sign-out, by %s', (form) => {
  let ann: TestContext & UserContext;
  /** Opens one listener, so that the hub knows the session, and a second one that waits for the limits. */
  async function race(transport: 'websocket' | 'sse', end: () => Promise<void>) {
    const limits = heldLimits();
    let isHeld = false;
    world = await openTunnelWorld(form, {
      limits: { spend: (...asked) => (isHeld ? limits : noLimits).spend(...asked) },
    });
    ann = await asUser(world.ctx);
    const ask = { origin: world.origin, cookie: await cookieFor(ann), channel: 'user:inbox' };
    const first = listen(transport, ask);
    await first.joined;
    isHeld = true;
    const second = listen(transport, ask);
    await vi.waitFor(() => expect(limits.waiting()).toBe(1), PATIENCE);

    await end();
    limits.release();
    isHeld = false;
    return { first, second };
  }

  it.each(['websocket', 'sse'] as const)('does not survive the sign-out over %s', async (transport) => {
    const { first, second } = await race(transport, async () => {
      expect(world.hub.load.connections).toBe(1);
      const { rows } = await world.ctx.data.find(sessionsOf(ann.user.id));
      await endSession(ann, rows[0]?.id ?? '');
    });
    const isOver = (received: string) =>
      transport === 'websocket' ? isClosedWith(4403, received) : received.endsWith('\r\n0\r\n\r\n');
    await vi.waitFor(
      () => expect([first, second].map((one) => isOver(one.received()))).toEqual([true, true]),
      PATIENCE,
    );

    expect(second.received()).not.toContain('"type":"welcome"');
    expect(world.hub.load).toEqual({ connections: 0, channels: 0 });
  });
});
