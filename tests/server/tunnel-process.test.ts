import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { openShop, type Shop, stockShop } from '#tests/faults/shop-under-fault.ts';
import { type ListenerClient, listen } from '#tests/support/listeners.ts';
import { isBuilt, type Server } from '#tests/support/server.ts';

/** Below the limits of one person: ten connections, sixty handshakes a minute. */
const PER_PERSON = 9;

describe.skipIf(!isBuilt)('the server process with listeners', () => {
  let shop: Shop;
  let server: Server;
  beforeAll(async () => {
    shop = await stockShop({ buyers: 12 });
    server = await openShop(shop);
  });
  afterAll(async () => {
    await server.close();
    shop.close();
  });

  it('takes the hundredth WebSocket as the first, also after pages were asked for, and ends all of them at once', async () => {
    for (const path of ['/', '/products']) expect((await fetch(server.origin + path)).status).toBe(200);
    const lines: ListenerClient[] = [];
    for (const { cookie } of shop.buyers)
      for (let n = 0; n < PER_PERSON; n++) {
        const transport = n === 0 ? 'sse' : 'websocket';
        lines.push(listen(transport, { origin: server.origin, cookie }, [{ channel: 'user:inbox' }]));
      }
    await Promise.all(lines.map(({ joined }) => joined));
    const stray = new WebSocket(`${server.origin.replace('http', 'ws')}/api/health`);
    const status = new Promise((resolve) =>
      stray.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    stray.on('error', () => undefined);
    expect(await status).toBe(404);

    const from = performance.now();
    process.kill(server.pid, 'SIGTERM');
    const endings = await Promise.all(lines.map(({ ended }) => ended));
    const { code } = await server.ended;

    expect(performance.now() - from).toBeLessThan(1_000);
    expect(code).toBe(0);
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(line.frames.at(-1)).toMatchObject({ type: 'reconnect', reason: 'shutdown' });
    expect(new Set(endings.map((ending) => ending.code))).toEqual(new Set([undefined, 1012]));
  });
});
