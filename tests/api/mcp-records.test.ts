import { beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { unavailable } from '#lib/core/errors.ts';
import type { Store } from '#lib/data/store.ts';
import { type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { type Held, makeToken, sendMessage } from '#tests/support/tooling.ts';
import { everyRow } from '#tests/support/world.ts';

let shop: SharedShop;
let held: Held;

beforeEach(async () => {
  shop = await sharedShop();
  held = await makeToken(shop.potter);
});

const ask = (method: string, params: object, by = held) => sendMessage(by, { jsonrpc: '2.0', id: 7, method, params });
const callTool = (name: string, args: object = {}, by = held) => ask('tools/call', { name, arguments: args }, by);

/** Replaces functions of the store for the calls that follow. */
const spoil = ({ data }: SharedShop['buyer'], functions: Partial<Store>) =>
  installRuntime({ ...shop.buyer, data: { ...data, ...functions } });
const down = async () => Promise.reject(unavailable('The store is down', { retryAfter: 3 }));
const withoutAudit: Store['create'] = (to, ...more) =>
  to.name === AuditLog.name ? down() : shop.buyer.data.create(to, ...more);

const recorded = async () => (await everyRow(shop.buyer.data, AuditLog)).map(({ data }) => data);
const callsOf = async ({ id }: Held) =>
  (await recorded())
    .filter(({ targetId, action }) => targetId === id && action === 'tool.called')
    .map(({ result, after }) => [result, after?.tool, after?.refusedBy]);

const byText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : 1);

describe('the record of a call', () => {
  it('that fails makes no refusal of what has happened, and is logged', async () => {
    spoil(shop.buyer, { create: withoutAudit });

    const { status, body } = await callTool('adjust_stock', { productId: 'mug', delta: 2, idempotencyKey: 'k1' });

    expect([status, body]).toMatchObject([200, { result: { structuredContent: { onHand: 12 } } }]);
    expect(body).not.toHaveProperty('result.isError');
    expect(shop.buyer.lines.filter(({ event }) => event === 'tool.unrecorded')).toMatchObject([
      { level: 'error', facts: { tool: 'adjust_stock', result: 'ok', tokenId: held.id } },
    ]);
  });

  it('of a failure of our own is an error, with the status and the wait of the failure', async () => {
    spoil(shop.buyer, { find: down });

    const replies = [
      await callTool('list_products'),
      await callTool('list_settlements'),
      await ask('resources/read', { uri: 'plaza://orders/open' }),
    ];

    for (const { status, headers } of replies) expect([status, headers.get('retry-after')]).toEqual([503, '3']);
    expect((await callsOf(held)).toSorted(byText)).toEqual([
      ['error', 'list_orders', 'InternalServerError'],
      ['error', 'list_products', 'InternalServerError'],
      ['error', 'list_settlements', 'InternalServerError'],
    ]);
  });

  it('that fails as well does not replace the first failure', async () => {
    const find = async () => Promise.reject(unavailable('The first', { retryAfter: 9 }));
    spoil(shop.buyer, { find, create: withoutAudit });

    const { status, headers } = await callTool('list_settlements');

    expect([status, headers.get('retry-after')]).toEqual([503, '9']);
  });

  it('is kept of calls beyond the scopes of the token', async () => {
    const narrow = await makeToken(shop.potter, ['orders:read']);

    expect((await callTool('adjust_stock', {}, narrow)).status).toBe(403);
    expect((await ask('resources/read', { uri: 'plaza://products' }, narrow)).status).toBe(403);

    expect((await callsOf(narrow)).toSorted(byText)).toEqual([
      ['denied', 'adjust_stock', 'insufficient_scope'],
      ['denied', 'list_products', 'insufficient_scope'],
    ]);
  });

  it('of a change names the token in the row that is written with it', async () => {
    await callTool('adjust_stock', { productId: 'mug', delta: 1, idempotencyKey: 'k1' });

    const change = (await recorded()).find(({ action }) => action === 'product.stock-changed');
    expect(change).toMatchObject({ via: 'mcp', tokenId: held.id, actorId: shop.potter.user.id });
  });
});
