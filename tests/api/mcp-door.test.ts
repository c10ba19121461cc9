import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { DELETE as revoke } from '#app/api/vendor/tokens/[id]/route.ts';
import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { Vendors } from '#lib/store/collections.ts';
import { VendorTokens } from '#lib/store/tooling/collections.ts';
import { forgetSeller } from '#lib/store/vendors/forget-seller.ts';
import type { Handlers } from '#services/run/routes/route-map.ts';
import { serveRoute } from '#services/run/routes/serve-route.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { type Held, makeToken, openToolShop, sendMessage } from '#tests/support/tooling.ts';
import { everyRow } from '#tests/support/world.ts';

let world: TestContext;
let olha: TestContext & UserContext;
let held: Held;

beforeEach(async () => {
  ({ world, olha, held } = await openToolShop());
});

type Asked = { readonly method?: unknown; readonly params?: unknown; readonly id?: unknown };
const ask = (asked: Asked, headers: Readonly<Record<string, string>> = {}, by = held) =>
  sendMessage(by, { jsonrpc: '2.0', id: 7, ...asked }, { headers });
const tool = (name: string, args: object = {}) => ({ method: 'tools/call', params: { name, arguments: args } });

describe('the door of /api/mcp/v1/store/vendors/{vendorId}', () => {
  it('S34 refuses whoever brings no token that works, with a challenge and before the body is read', async () => {
    const [, id = '', secret = ''] = /^pvt_([^_]+)_(.+)$/.exec(held.secret) ?? [];
    const swapped = secret.startsWith('A') ? `B${secret.slice(1)}` : `A${secret.slice(1)}`;
    const headers = [
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer undefined' },
      { authorization: `Basic ${held.secret}` },
      { authorization: `Bearer pvt_${id}_${swapped}` },
      { authorization: `Bearer pvt_${'0'.repeat(20)}_${secret}` },
      { authorization: `Bearer ${held.secret}x` },
      { authorization: '', cookie: await cookieFor(olha) },
    ];

    for (const sent of headers) {
      let isRead = false;
      const pull = (to: ReadableStreamDefaultController) => {
        isRead = true;
        to.close();
      };
      const raw = new ReadableStream({ pull }, { highWaterMark: 0 });
      const reply = await sendMessage(held, undefined, { raw, headers: sent });
      expect(isRead, JSON.stringify(sent)).toBe(false);
      expect([reply.status, reply.headers.get('www-authenticate'), reply.body.error], JSON.stringify(sent)).toEqual([
        ...[401, 'Bearer', 'Unauthorized'],
      ]);
    }
    expect((await ask({ method: 'ping' })).status).toBe(200);
  });

  it('refuses expired and revoked tokens, and those of suspended shops and deleted people', async () => {
    const statusOf = async (by = held) => (await ask({ method: 'ping' }, {}, by)).status;
    const short = await makeToken(olha, ['products:read'], { expiresInDays: 1 });
    const gone = await makeToken(olha);
    await call(revoke, { as: olha, params: { id: gone.id }, method: 'DELETE' });
    expect([await statusOf(), await statusOf(short), await statusOf(gone)]).toEqual([200, 200, 401]);

    world.clock.advance(DAY_MS);
    expect([await statusOf(), await statusOf(short)]).toEqual([200, 401]);
    await world.data.update(Vendors, 'vnd_olha', { status: 'suspended' });
    expect(await statusOf()).toBe(401);
    await world.data.update(Vendors, 'vnd_olha', { status: 'approved' });
    expect(await statusOf()).toBe(200);
    await world.data.update(Users, olha.user.id, { status: 'deleted' });
    expect(await statusOf()).toBe(401);
  });

  it('refuses every token once the account of the seller is purged, and keeps none', async () => {
    const ofRival = await makeToken(await asUser(world, { vendorId: 'vnd_rival' }));

    await forgetSeller(world, 'vnd_olha');

    expect((await ask({ method: 'ping' })).status).toBe(401);
    expect((await everyRow(world.data, VendorTokens)).map(({ id }) => id)).toEqual([ofRival.id]);
  });

  it('refuses pages of browsers, and the path of another shop as that of a missing one', async () => {
    for (const origin of ['https://evil.test', 'http://localhost:3000', 'null'])
      expect((await ask({ method: 'ping' }, { origin })).status).toBe(403);

    const replies = await Promise.all(
      ['vnd_rival', 'vnd_missing', '../vnd_olha', 'x'.repeat(300)].map((vendorId) =>
        ask({ method: 'ping' }, {}, { ...held, vendorId }),
      ),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
      new Set(['404 Vendor of this path does not exist']),
    );
  });

  it('counts calls per token, and says when to come back', async () => {
    const other = await makeToken(olha);
    const first = await ask({ method: 'ping' });
    expect(first.headers.get('x-ratelimit-limit')).toBe('120');
    for (let calls = 1; calls < 120; calls++) await ask({ method: 'ping' });

    const reply = await ask({ method: 'ping' });

    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, String(reply.body.retryAfter)]);
    expect((await ask({ method: 'ping' }, {}, { ...held, vendorId: 'vnd_rival' })).status).toBe(429);
    expect((await ask({ method: 'ping' }, {}, other)).status).toBe(200);
    world.clock.advance(60_000);
    expect((await ask({ method: 'ping' })).status).toBe(200);
  });

  it('S26 refuses other types, compressed and oversized bodies', async () => {
    const raw = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: 'x'.repeat(256 * 1024) } });
    const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(64 * 1024).fill(32)) });

    expect((await sendMessage(held, undefined, { raw })).status).toBe(413);
    expect((await sendMessage(held, undefined, { raw: endless })).status).toBe(413);
    expect((await ask({ method: 'ping' }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await sendMessage(held, undefined, { raw: '', headers: { 'content-type': 'text/plain' } })).status).toBe(
      415,
    );
    expect((await ask({ method: 'ping' }, { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('is served for POST alone, without streams and sessions', async () => {
    const load = () => import('#app/api/mcp/v1/store/vendors/[vendorId]/route.ts') as unknown as Promise<Handlers>;
    const match = { params: { vendorId: held.vendorId }, load };
    const server = createServer((request, response) => {
      serveRoute(match, request, response, { origin: 'http://localhost:3000' }).catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const headers = { authorization: `Bearer ${held.secret}` };
      for (const [method, status] of [
        ...['GET', 'DELETE', 'PUT'].map((each) => [each, 405] as const),
        ['OPTIONS', 204] as const,
      ]) {
        const reply = await fetch(`http://127.0.0.1:${port}/`, { method, headers });
        expect([reply.status, reply.headers.get('allow')], method).toEqual([status, 'OPTIONS, POST']);
        await reply.arrayBuffer();
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('finishes a call whose token is revoked meanwhile, and refuses the next one', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, ...tool('get_product', { productId: 'scarf' }) });
    const { reply, finish } = await heldBack(body);

    await call(revoke, { as: olha, params: { id: held.id }, method: 'DELETE' });
    finish();

    expect(await reply).toMatchObject({ status: 200, body: { result: { structuredContent: { product: {} } } } });
    expect((await ask({ method: 'ping' })).status).toBe(401);
  });

  it('writes nothing for a shop that is suspended during the call', async () => {
    const args = { productId: 'scarf', delta: 5, kind: 'restock', idempotencyKey: 'k1' };
    const { reply, finish } = await heldBack(JSON.stringify({ jsonrpc: '2.0', id: 7, ...tool('adjust_stock', args) }));

    await world.data.update(Vendors, 'vnd_olha', { status: 'suspended' });
    finish();

    const { body } = await reply;
    expect(body).toMatchObject({ result: { isError: true, structuredContent: { code: 'VendorNotApproved' } } });
    await world.data.update(Vendors, 'vnd_olha', { status: 'approved' });
    const stock = await ask(tool('get_stock', { productId: 'scarf' }));
    expect(stock.body).toMatchObject({ result: { structuredContent: { onHand: 9 } } });
  });
});

/** Begins a call that is admitted and whose body ends only when the test says so. */
async function heldBack(body: string) {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const admitted = Promise.withResolvers<void>();
  const raw = new ReadableStream(
    {
      pull: async (to) => {
        admitted.resolve();
        await promise;
        to.enqueue(new TextEncoder().encode(body));
        to.close();
      },
    },
    { highWaterMark: 0 },
  );
  const reply = sendMessage(held, undefined, { raw });
  await admitted.promise;
  return { reply, finish };
}
