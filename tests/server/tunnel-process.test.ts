import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openShop, type Shop, stockShop } from '#tests/faults/shop-under-fault.ts';
import { sizeOf } from '#tests/support/form.ts';
import { listen } from '#tests/support/listeners.ts';
import type { Buyer } from '#tests/support/purchase.ts';
import { isClosedWith, listenRaw, type RawListener } from '#tests/support/raw-listener.ts';
import { isBuilt, type Server } from '#tests/support/server.ts';

/** The number of listeners of each kind. */
const LISTENERS = sizeOf('FAULT_LISTENERS', { short: 60, long: 1_000 });
/** Below the limits of one user: ten connections, sixty handshakes a minute. */
const PER_PERSON = 9;
const AT_ONCE = 200;
const channel = 'user:inbox';
const kinds = ['poll', 'websocket', 'sse'] as const;

describe.skipIf(!isBuilt)('the server process with tunnel connections', () => {
  let shop: Shop;
  let server: Server;
  beforeAll(async () => {
    shop = await stockShop({ buyers: Math.ceil(LISTENERS / (PER_PERSON / kinds.length)) + 1 });
    server = await openShop(shop);
  });
  afterAll(async () => {
    await server.close();
    shop.close();
  });

  /** Opens three listeners of each kind per user, in batches that fit every backlog. */
  async function everybody(people: readonly Buyer[]): Promise<Record<(typeof kinds)[number], RawListener[]>> {
    const cursors = await Promise.all(people.map((one) => standOf(server, one)));
    const open = { poll: [] as RawListener[], websocket: [] as RawListener[], sse: [] as RawListener[] };
    for (const kind of kinds)
      while (open[kind].length < LISTENERS) {
        const batch = Array.from({ length: Math.min(AT_ONCE, LISTENERS - open[kind].length) }, (_, at) => {
          const person = Math.floor((open[kind].length + at) / (PER_PERSON / kinds.length));
          const ask = { origin: server.origin, cookie: people[person]?.cookie ?? '', channel };
          return listenRaw(kind, { ...ask, ...(kind === 'poll' && { cursor: cursors[person] ?? '' }) });
        });
        // A poll gets no response before there is an event. The server admits later connections after it.
        if (kind !== 'poll') await Promise.all(batch.map(({ joined }) => joined));
        open[kind].push(...batch);
      }
    return open;
  }

  it('accepts WebSockets after pages were served, and tells every connection when it stops', async () => {
    for (const path of ['/', '/products']) expect((await fetch(server.origin + path)).status).toBe(200);
    const [{ cookie } = { cookie: '' }, ...people] = shop.buyers;
    const [foreign, stream] = [
      listen('websocket', { origin: server.origin, cookie }, [{ channel }]),
      listen('sse', { origin: server.origin, cookie }, [{ channel }]),
    ];
    await Promise.all([foreign.joined, stream.joined]);
    const open = await everybody(people);
    const stray = new WebSocket(`${server.origin.replace('http', 'ws')}/api/health`);
    const status = new Promise((resolve) =>
      stray.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    stray.on('error', () => undefined);
    expect(await status).toBe(404);

    process.kill(server.pid, 'SIGTERM');
    const { code } = await server.ended;
    const endings = await Promise.all([foreign.ended, stream.ended]);
    await Promise.all(kinds.flatMap((kind) => open[kind].map(({ ended }) => ended)));

    expect(code).toBe(0);
    for (const line of [foreign, stream])
      expect(line.frames.at(-1)).toMatchObject({ type: 'reconnect', reason: 'shutdown' });
    expect(endings).toEqual([{ code: 1012 }, {}]);
    const isTold = (one: RawListener) => one.received().includes('"type":"reconnect"');
    expect(open.websocket.filter((one) => isTold(one) && isClosedWith(1012, one.received()))).toHaveLength(LISTENERS);
    expect(open.sse.filter((one) => isTold(one) && one.received().endsWith('\r\n0\r\n\r\n'))).toHaveLength(LISTENERS);
    expect(open.poll.filter((one) => one.received().startsWith('HTTP/1.1 200 '))).toHaveLength(LISTENERS);
  });
});

/** Returns the current cursor of this user's own channel, so that a poll from there waits. */
async function standOf({ origin }: Server, { cookie }: Buyer): Promise<string> {
  const reply = await fetch(`${origin}/api/tunnel/poll?channel=${channel}&timeout=0`, { headers: { cookie } });
  const { cursor } = (await reply.json()) as { readonly cursor: string };
  return cursor.replace(/^0=/, '');
}
