import { beforeEach, describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import { createCategory } from '#lib/store/catalog/categories.ts';
import { Orders, Products } from '#lib/store/collections.ts';
import { writeReview } from '#lib/store/reviews/write-review.ts';
import type { OrderPart } from '#lib/store/schemas/order-part.ts';
import { type ToolScope, toolScopes } from '#lib/store/tooling/values.ts';
import { asReader } from '#tests/support/reviews.ts';
import { buyOfBoth, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import {
  clientRevisions,
  connectClient,
  makeToken,
  type Revision,
  runTool,
  sendMessage,
} from '#tests/support/tooling.ts';
import { everyRow } from '#tests/support/world.ts';

let shop: SharedShop;
let orderId: string;

beforeEach(async () => {
  shop = await sharedShop();
  orderId = await buyOfBoth(shop.buyer);
  await createCategory(shop.buyer, { name: { en: 'Pots', uk: 'Горщики', ru: 'Горшки' } });
});

const connect = async (revision?: Revision, scopes: readonly ToolScope[] = toolScopes) =>
  connectClient(await makeToken(shop.potter, scopes), revision);

const names = [
  ...['list_categories', 'list_products', 'get_product', 'create_product', 'update_product', 'set_family'],
  ...['get_stock', 'adjust_stock', 'list_orders', 'get_order', 'start_order', 'ship_order', 'list_settlements'],
  'list_reviews',
];

describe('the official client', () => {
  it.each(clientRevisions)('lists and calls every tool and reads every resource in %s', async (revision) => {
    const client = await connect(revision);
    const called = new Set<string>();
    const run = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
      called.add(name);
      const { isError, value } = await runTool(client, name, args);
      expect(isError, `${name}: ${JSON.stringify(value)}`).toBe(false);
      return value;
    };

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'plaza', version: expect.any(String) });
    expect(client.getInstructions()).toContain('idempotencyKey');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { inputSchema, description } of tools) {
      expect([inputSchema.type, inputSchema.additionalProperties]).toEqual(['object', false]);
      expect(description).not.toBe('');
    }

    const [category] = (await run('list_categories')).categories;
    const given = { title: 'Bowl', categories: [category.slug], priceMinor: 4_500, stock: 3, idempotencyKey: 'bowl' };
    const { product } = await run('create_product', given);
    expect((await run('create_product', given)).product.id).toBe(product.id);
    expect((await run('list_products', { search: '', limit: 1 })).products).toHaveLength(1);
    expect((await run('get_product', { productId: product.id })).product).toMatchObject({ title: 'Bowl' });
    const edit = { productId: product.id, priceMinor: 5_000, version: product.version };
    expect((await run('update_product', edit)).product.version).toBe(product.version + 1);
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const { family } = await run('set_family', { productId: product.id, options, values: ['S'] });
    const wider = [{ name: 'Size', values: ['S', 'M', 'L'] }];
    expect(
      (await run('set_family', { familyId: family.id, options: wider, version: family.version })).family,
    ).toMatchObject({
      members: [{ productId: product.id }],
      version: family.version + 1,
    });

    const booking = { productId: product.id, delta: 4, kind: 'restock', idempotencyKey: 'k1' };
    const booked = await run('adjust_stock', booking);
    expect(booked).toMatchObject({ onHand: 7 });
    expect(await run('adjust_stock', booking)).toEqual(booked);
    const { onHand, moves } = await run('get_stock', { productId: product.id });
    expect([onHand, moves.map(({ delta }: { delta: number }) => delta).toSorted()]).toEqual([7, [3, 4]]);

    expect((await run('list_orders', { state: ['pending'] })).orders).toMatchObject([{ id: orderId }]);
    expect((await run('get_order', { orderId })).order).toMatchObject({ part: { state: 'pending' } });
    expect((await run('start_order', { orderId })).order).toMatchObject({ part: { state: 'processing' } });
    const shipping = { orderId, carrier: 'Post', trackingNumber: 'A1' };
    expect((await run('ship_order', shipping)).order).toMatchObject({ part: { state: 'shipped', carrier: 'Post' } });
    expect((await run('ship_order', shipping)).order).toMatchObject({ part: { state: 'shipped' } });
    expect((await run('list_settlements')).settlements).toMatchObject([{ grossMinor: 20_000, netMinor: 18_000 }]);
    expect(await run('list_reviews')).toEqual({ reviews: [], nextCursor: null });
    expect([...called]).toEqual(expect.arrayContaining(names));

    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['plaza://products', 'plaza://orders/open']);
    const texts = await Promise.all(
      resources.map(async ({ uri }) => {
        const [content] = (await client.readResource({ uri })).contents;
        return JSON.parse(content && 'text' in content ? String(content.text) : '');
      }),
    );
    expect(texts).toMatchObject([{ total: 2 }, { orders: [] }]);
    await client.close();
  });
});

describe('a refusal of the shop', () => {
  it('is a result with error, code and details, which changes nothing', async () => {
    const client = await connect();
    const refused = async (name: string, args: Readonly<Record<string, unknown>>) => {
      const { isError, value } = await runTool(client, name, args);
      return [isError, value.error, value.code, value.details];
    };
    const kindOf = async (name: string, args: Readonly<Record<string, unknown>>) =>
      (await refused(name, args)).slice(0, 3);
    const { product } = (await runTool(client, 'get_product', { productId: 'mug' })).value;

    expect(await refused('get_product', { productId: 'vase' })).toEqual([true, 'NotFound', 'NOT_FOUND', {}]);
    expect(await refused('get_product', { productId: '../mug' })).toEqual([
      ...[true, 'ValidationError', null, { productId: 'must be a valid id' }],
    ]);
    expect(await refused('get_product', {})).toMatchObject([
      true,
      'ValidationError',
      null,
      { productId: expect.any(String) },
    ]);
    expect(await kindOf('get_product', { productId: 'mug', vendorId: RIVAL_ID })).toEqual([
      true,
      'ValidationError',
      null,
    ]);
    await runTool(client, 'update_product', { productId: 'mug', priceMinor: 900, version: product.version });
    const stale = { productId: 'mug', priceMinor: 800, version: product.version };
    expect(await refused('update_product', stale)).toEqual([
      ...[true, 'Conflict', 'StaleVersion', { version: String(product.version + 1) }],
    ]);
    expect((await runTool(client, 'get_product', { productId: 'mug' })).value.product.priceMinor).toBe(900);

    const booking = { productId: 'mug', delta: -1, idempotencyKey: 'k1' };
    await runTool(client, 'adjust_stock', booking);
    expect(await refused('adjust_stock', { ...booking, delta: -2 })).toEqual([
      true,
      'Conflict',
      'IdempotencyMismatch',
      {},
    ]);
    expect(await kindOf('adjust_stock', { productId: 'mug', delta: -1 })).toEqual([true, 'ValidationError', null]);
    expect(await kindOf('adjust_stock', { ...booking, delta: -99, idempotencyKey: 'k2' })).toEqual([
      true,
      'Conflict',
      'BelowHeld',
    ]);
    expect(await kindOf('set_family', { members: [] })).toEqual([true, 'ValidationError', null]);
    expect((await refused('get_order', { orderId: 'ord_missing' }))[1]).toBe('NotFound');
    await runTool(client, 'ship_order', { orderId });
    expect(await refused('start_order', { orderId })).toMatchObject([
      true,
      'Conflict',
      'InvalidTransition',
      { state: 'shipped' },
    ]);
  });

  it('books one of many changes with one key at the same time', async () => {
    const client = await connect();
    const args = { productId: 'mug', delta: 5, kind: 'restock', idempotencyKey: 'once' };

    const booked = await Promise.all(Array.from({ length: 6 }, () => runTool(client, 'adjust_stock', args)));

    expect(new Set(booked.map(({ value }) => value.move.id)).size).toBe(1);
    const { onHand, moves } = (await runTool(client, 'get_stock', { productId: 'mug' })).value;
    expect([onHand, moves.filter(({ kind }: { kind: string }) => kind === 'restock')]).toEqual([
      15,
      [expect.anything()],
    ]);
  });
});

const chosen: OrderPart['delivery'] = {
  ...{ optionId: null, name: 'Branch', method: 'branch', point: 'Mark Branch 7', amountMinor: 0 },
  ...{ minDays: 1, maxDays: 2, expectedFrom: null, expectedTo: null },
};

describe('what a program sees and leaves', () => {
  it('hides buyer, delivery and note without orders:contact, in every tool and resource', async () => {
    const { delivery, parts } = (await shop.buyer.data.need(Orders, orderId)).data;
    const marks = { name: 'Mark Name', email: 'mark@buyer.test', phone: '+380670000001' };
    await shop.buyer.data.update(Orders, orderId, {
      ...{ contact: marks, note: 'Mark Note', delivery: { ...delivery, city: 'Mark City', address: 'Mark Street 5' } },
      parts: parts.map((each) => ({ ...each, delivery: chosen })),
    });
    const [open, closed] = [await connect(), await connect('2025-11-25', ['orders:read', 'orders:write'])];

    const seen = async (client: typeof open) => [
      JSON.stringify((await runTool(client, 'list_orders')).value),
      JSON.stringify((await runTool(client, 'get_order', { orderId })).value),
      JSON.stringify((await runTool(client, 'start_order', { orderId })).value),
      JSON.stringify(await client.readResource({ uri: 'plaza://orders/open' })),
    ];
    for (const text of await seen(closed)) expect(text).not.toMatch(/Mark|mark@|\+38067/);
    for (const text of await seen(open)) expect(text).toMatch(/Mark Branch 7.*Mark Name.*Mark Street 5.*Mark Note/);
  });

  it('lists products without descriptions in any language, and one product with them', async () => {
    const words = { title: 'Mark Title', description: 'Mark Description' };
    await shop.buyer.data.update(Products, 'mug', { description: 'Mark Description', translations: { uk: words } });
    const client = await connect();

    const listed = JSON.stringify(await client.callTool({ name: 'list_products', arguments: {} }));
    const read = JSON.stringify(await client.readResource({ uri: 'plaza://products' }));
    for (const text of [listed, read])
      expect([text.includes('Mark Title'), text.includes('Mark Desc')]).toEqual([true, false]);
    const { product } = (await runTool(client, 'get_product', { productId: 'mug' })).value;
    expect(product.translations).toEqual({ uk: words });
  });

  it('lists the published reviews of its own shop alone, by rating', async () => {
    const [pleased, cross] = [await asReader(shop.buyer, 'Olena'), await asReader(shop.buyer, 'Taras')];
    const write = async (author: typeof pleased, id: string, rating: number, content: string) =>
      writeReview(author, await shop.buyer.data.need(Products, id), { rating, content, images: [] });
    await write(pleased, 'mug', 5, 'Lovely');
    await write(cross, 'mug', 2, 'Chipped');
    await write(pleased, 'vase', 5, 'Of the rival');
    const client = await connect();
    const contents = async (args = {}) =>
      (await runTool(client, 'list_reviews', args)).value.reviews.map(({ content }: { content: string }) => content);

    expect((await contents()).toSorted()).toEqual(['Chipped', 'Lovely']);
    expect(await contents({ rating: 2 })).toEqual(['Chipped']);
    const [review] = (await runTool(client, 'list_reviews', { rating: 5 })).value.reviews;
    expect(review).toMatchObject({ author: { name: 'Olena' }, product: { title: expect.any(String), slug: 'mug' } });
    const closed = await connect('2025-11-25', ['orders:read']);
    await expect(closed.callTool({ name: 'list_reviews', arguments: {} })).rejects.toThrow();
  });

  it('changes something by each write, so that no write only reads', async () => {
    const client = await connect('2025-11-25', ['products:write']);

    for (const [name, args] of [
      ['update_product', { productId: 'mug' }],
      ['update_product', { productId: 'mug', version: 1, applyTo: 'family' }],
      ['set_family', { familyId: 'fam_1' }],
    ] as const)
      expect(await runTool(client, name, args)).toMatchObject({ isError: true, value: { error: 'ValidationError' } });
  });

  it('S35 gives a program of an administrator the rights of a seller of its own shop, and no more', async () => {
    await shop.buyer.data.update(Users, shop.potter.user.id, { role: 'superadmin' });
    const client = await connect();

    expect(await runTool(client, 'get_product', { productId: 'vase' })).toMatchObject({
      isError: true,
      value: { error: 'NotFound' },
    });
    const listed = (await runTool(client, 'list_products')).value.products;
    expect(listed.map(({ vendorId }: { vendorId: string }) => vendorId)).toEqual([TEST_VENDOR_ID]);
    expect((await runTool(client, 'list_orders')).value.orders[0].part.vendorId).toBe(TEST_VENDOR_ID);
  });

  it('lets the program of a restricted seller read and not write', async () => {
    const client = await connect();
    await shop.buyer.data.update(Users, shop.potter.user.id, { status: 'restricted' });

    expect((await runTool(client, 'get_product', { productId: 'mug' })).isError).toBe(false);
    expect(await runTool(client, 'adjust_stock', { productId: 'mug', delta: 1, idempotencyKey: 'k' })).toMatchObject({
      ...{ isError: true, value: { code: 'AccountRestricted' } },
    });
  });

  it('records each call with the token and the tool, and each change as one over the protocol, without words', async () => {
    const held = await makeToken(shop.potter);
    const client = await connectClient(held);

    await runTool(client, 'list_products', { search: 'secret words' });
    await runTool(client, 'get_product', { productId: 'vase' });
    await runTool(client, 'adjust_stock', { productId: 'mug', delta: 1, reason: 'secret words', idempotencyKey: 'k' });
    await sendMessage(held, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nothing' } });

    const rows = (await everyRow(shop.buyer.data, AuditLog)).map(({ data }) => data).filter(({ via }) => via === 'mcp');
    const calls = rows.filter(({ targetId }) => targetId === held.id);
    expect(calls.map(({ action, result, after }) => `${action} ${result} ${after?.tool}`).toSorted()).toEqual([
      'tool.called denied get_product',
      'tool.called ok adjust_stock',
      'tool.called ok list_products',
    ]);
    const change = rows.find(({ action }) => action === 'product.stock-changed');
    const adjusting = calls.find(({ after }) => after?.tool === 'adjust_stock');
    expect([change?.actorId, change?.requestId]).toEqual([shop.potter.user.id, adjusting?.requestId]);
    expect(JSON.stringify(calls)).not.toContain('secret words');
  });
});
