import { beforeEach, describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import type { TestContext } from '#tests/support/context.ts';
import { type Held, makeToken, openToolShop, sendMessage } from '#tests/support/tooling.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const _meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };
const discover = { method: 'server/discover', params: { _meta } };
const stateless = { 'mcp-protocol-version': '2026-07-28' };

let olha: TestContext & UserContext;
let held: Held;

beforeEach(async () => {
  ({ olha, held } = await openToolShop());
});

type Asked = { readonly method?: unknown; readonly params?: unknown; readonly id?: unknown };
const ask = (asked: Asked, headers: Readonly<Record<string, string>> = {}, by = held) =>
  sendMessage(by, { jsonrpc: '2.0', id: 7, ...asked }, { headers });
const failureOf = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply;
  const { id, error } = body as { id: unknown; error?: { code: number; data?: unknown } };
  return [status, id, error?.code, ...(error?.data === undefined ? [] : [error.data])];
};
const tool = (name: string, args: object = {}) => ({ method: 'tools/call', params: { name, arguments: args } });

describe('messages of the handshake', () => {
  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['tomorrow', '2025-11-25'],
  ])('answers a handshake for %s with %s', async (asked, agreed) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { status, body, headers } = await ask({ method: 'initialize', params });

    expect([status, headers.get('content-type'), headers.get('mcp-session-id')]).toEqual([
      200,
      'application/json',
      null,
    ]);
    expect(body).toMatchObject({
      ...{ jsonrpc: '2.0', id: 7 },
      result: { protocolVersion: agreed, capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'plaza' } },
    });
  });

  it('refuses what is no request, in the words of the protocol', async () => {
    const raw = (text: string) => failureOf(sendMessage(held, undefined, { raw: text }));
    const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
    for (const broken of ['{', '', '\u{feff}', 'nothing', deep])
      expect(await raw(broken)).toEqual([200, null, -32_700]);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(await failureOf(sendMessage(held, [ping, ping]))).toEqual([200, null, -32_600]);
    expect(await failureOf(sendMessage(held, []))).toEqual([200, null, -32_600]);
    expect(await raw('"ping"')).toEqual([200, null, -32_600]);
    expect(await failureOf(ask({}))).toEqual([200, 7, -32_600]);
    expect(await failureOf(ask({ method: 5 }))).toEqual([200, 7, -32_600]);
    expect(await failureOf(ask({ id: null, method: 'ping' }))).toEqual([200, null, -32_600]);
    expect(await failureOf(sendMessage(held, { id: 1, method: 'ping' }))).toEqual([200, 1, -32_600]);
    expect(await failureOf(sendMessage(held, { jsonrpc: '2.0', id: 1, result: {} }))).toEqual([200, 1, -32_600]);
  });

  it('refuses unknown methods and parameters, and accepts notifications without an answer', async () => {
    for (const method of ['prompts/list', 'server/discover', 'logging/setLevel', 'constructor'])
      expect(await failureOf(ask({ method }))).toEqual([200, 7, -32_601]);
    const wrong: readonly Asked[] = [
      { method: 'initialize' },
      { method: 'initialize', params: { protocolVersion: 5 } },
      { method: 'tools/call' },
      { method: 'tools/call', params: [] },
      { method: 'tools/call', params: { name: 'drop_tables' } },
      { method: 'tools/call', params: { name: 'get_product', arguments: 'scarf' } },
      { method: 'tools/list', params: { cursor: 'x' } },
      { method: 'resources/read', params: {} },
      { method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
      { method: 'resources/read', params: { uri: 'plaza://orders' } },
    ];
    for (const asked of wrong) expect(await failureOf(ask(asked)), JSON.stringify(asked)).toEqual([200, 7, -32_602]);

    for (const method of ['tools/list', 'resources/list'])
      for (const params of [null, { cursor: null }])
        expect(await ask({ method, params }), method).toMatchObject({ status: 200, body: { result: {} } });
    const bare = await ask({ method: 'tools/call', params: { name: 'list_categories', arguments: null } });
    expect(bare).toMatchObject({ status: 200, body: { result: { structuredContent: { categories: [] } } } });
    expect(await failureOf(ask({ method: 'tools/call', params: null }))).toEqual([200, 7, -32_602]);

    const note = await sendMessage(held, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([note.status, note.text]).toEqual([202, '']);
  });

  it('refuses an unknown revision with those it knows', async () => {
    const supported = ['2025-06-18', '2025-11-25', '2026-07-28'];

    expect(await failureOf(ask({ method: 'ping' }, { 'mcp-protocol-version': '2024-11-05' }))).toEqual([
      ...[400, 7, -32_022],
      { supported, requested: '2024-11-05' },
    ]);
    for (const version of ['2025-06-18', '2025-11-25'])
      expect((await ask({ method: 'ping' }, { 'mcp-protocol-version': version })).status).toBe(200);
  });

  it('refuses tools and resources beyond the scopes of the token, and lists only the others', async () => {
    const narrow = await makeToken(olha, ['orders:read']);
    const listed = async (method: string) => (await ask({ method }, {}, narrow)).body as unknown;

    expect(await listed('tools/list')).toMatchObject({
      result: { tools: [{ name: 'list_orders' }, { name: 'get_order' }] },
    });
    expect(await listed('resources/list')).toMatchObject({ result: { resources: [{ uri: 'plaza://orders/open' }] } });
    const reply = await ask(tool('adjust_stock'), {}, narrow);
    expect(await failureOf(Promise.resolve(reply))).toEqual([403, 7, -32_001, { scope: 'stock:write' }]);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="stock:write"');
    const read = ask({ method: 'resources/read', params: { uri: 'plaza://products' } }, {}, narrow);
    expect(await failureOf(read)).toEqual([403, 7, -32_001, { scope: 'products:read' }]);
  });
});

describe('messages of 2026-07-28', () => {
  const call26 = (name: string, headers: Readonly<Record<string, string>>) => {
    const params = { name, arguments: { productId: 'scarf' }, _meta };
    return ask({ method: 'tools/call', params }, { ...stateless, 'mcp-method': 'tools/call', ...headers });
  };

  it('discovers without a handshake, and says in each result that it is complete and who made it', async () => {
    const { status, body } = await ask(discover, { ...stateless, 'mcp-method': 'server/discover' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: {
        supportedVersions: ['2025-06-18', '2025-11-25', '2026-07-28'],
        ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'plaza' } },
      },
    });
    const called = (await call26('get_product', { 'mcp-name': 'get_product' })).body as { result?: object };
    expect(called.result).toMatchObject({ resultType: 'complete', structuredContent: { product: { id: 'scarf' } } });
    expect(called.result).not.toHaveProperty('ttlMs');
    const packed = `=?base64?${Buffer.from('get_product').toString('base64')}?=`;
    expect((await call26('get_product', { 'mcp-name': packed })).status).toBe(200);
  });

  it('refuses headers that are missing or differ from the body', async () => {
    const mismatch = [400, 7, -32_020];
    expect(await failureOf(ask(discover, { 'mcp-method': 'server/discover' }))).toEqual(mismatch);
    expect(await failureOf(ask(discover, stateless))).toEqual(mismatch);
    expect(await failureOf(ask(discover, { ...stateless, 'mcp-method': 'tools/list' }))).toEqual(mismatch);
    const other = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'server/discover' };
    expect(await failureOf(ask(discover, other))).toEqual(mismatch);
    expect(await failureOf(call26('get_product', {}))).toEqual(mismatch);
    expect(await failureOf(call26('get_product', { 'mcp-name': 'get_stock' }))).toEqual(mismatch);
  });

  it.each([
    [{}],
    [{ _meta: {} }],
    [{ _meta: { [VERSION]: '2026-07-28' } }],
    [{ _meta: { [CAPABILITIES]: {} } }],
    [{ _meta: { ..._meta, [CAPABILITIES]: 'all' } }],
  ])('refuses a body with %j, which lacks what each must have', async (params) => {
    const headers = { ...stateless, 'mcp-method': 'tools/list' };

    expect(await failureOf(ask({ method: 'tools/list', params }, headers))).toEqual([400, 7, -32_602]);
  });

  it('knows no handshake, and answers unknown methods with 404', async () => {
    for (const method of ['initialize', 'ping', 'prompts/list'])
      expect(await failureOf(ask({ method, params: { _meta } }, { ...stateless, 'mcp-method': method }))).toEqual([
        ...[404, 7, -32_601],
      ]);
  });
});
