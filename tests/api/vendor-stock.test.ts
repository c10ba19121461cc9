import { beforeEach, describe, expect, it } from 'vitest';
import { PATCH } from '#app/api/vendor/products/[id]/route.ts';
import { GET, POST } from '#app/api/vendor/products/[id]/stock/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { Products, StockLevels, Vendors } from '#lib/store/collections.ts';
import { indexChangedStock } from '#lib/store/stock/stock-index.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import {
  OWN_PRODUCT,
  openTwoSellers,
  type Person,
  RIVAL_PRODUCT,
  type TwoSellers,
} from '#tests/support/two-sellers.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

let world: TwoSellers;
beforeEach(async () => {
  world = await openTwoSellers();
  await world.shop.data.update(Products, OWN_PRODUCT, { status: 'published' });
});

type As = { readonly as?: Person; readonly id?: string; readonly key?: string };
const book = (body: unknown, { as = world.seller, id = OWN_PRODUCT, key }: As = {}) =>
  call(POST, { as, params: { id }, body, ...(key && { headers: { 'idempotency-key': key } }) });
const history = (query = {}, { as = world.seller, id = OWN_PRODUCT }: As = {}) =>
  call(GET, { as, params: { id }, query });
const restock = (delta: number) => ({ delta, kind: 'restock' });
const level = async () => (await world.shop.data.need(StockLevels, OWN_PRODUCT)).data;

async function hold(units: number): Promise<Person> {
  const shopper = await asUser(world.shop);
  await saveCart(shopper, [{ id: OWN_PRODUCT, qty: units }]);
  await holdCart(shopper);
  return shopper;
}

describe('POST /api/vendor/products/{id}/stock', () => {
  it('books a restock, a return and a correction, each with its move and audit row', async () => {
    await hold(2);

    expect((await book({ ...restock(10), reason: 'Delivery 7' })).body).toMatchObject({
      onHand: 15,
      held: 2,
      available: 13,
    });
    expect((await book({ delta: 1, kind: 'return' })).body).toMatchObject({ onHand: 16 });
    const { status, body } = await book({ delta: -14, kind: 'correction', reason: 'Broken' });

    expect({ status, body }).toMatchObject({ status: 200, body: { onHand: 2, held: 2, available: 0 } });
    const acts = (await everyRow(world.shop.data, AuditLog)).map(({ data }) => data);
    expect(acts.filter(({ action }) => action === 'product.stock-changed')).toHaveLength(3);
    expect(acts).toContainEqual(
      expect.objectContaining({
        before: { onHand: 16 },
        after: { vendorId: 'vnd_lamps', onHand: 2, delta: -14, kind: 'correction', moveId: body.move.id },
        reason: 'Broken',
      }),
    );
    expect(auditStock(await readWorld(world.shop.data))).toEqual([]);
  });

  it('refuses to remove units that are held, and says how many', async () => {
    await hold(3);

    const { status, body } = await book({ delta: -3, kind: 'correction' });

    expect({ status, details: body.details }).toEqual({
      status: 409,
      details: { code: 'BelowHeld', onHand: '5', held: '3' },
    });
    expect((await book({ delta: -2, kind: 'correction' })).body.available).toBe(0);
  });

  it.each([
    ['delta', { delta: 0, kind: 'correction' }],
    ['delta', { delta: -1, kind: 'restock' }],
    ['delta', { delta: -1, kind: 'return' }],
    ['delta', { delta: 1.5, kind: 'restock' }],
    ['delta', { delta: 1_000_000_000, kind: 'restock' }],
    ['kind', { delta: 1, kind: 'initial' }],
    ['reason', { delta: 1, kind: 'restock', reason: 'x'.repeat(501) }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const reply = await book(body);

    expect({ status: reply.status, fields: Object.keys(reply.body.details ?? {}) }).toEqual({
      status: 400,
      fields: [field],
    });
    expect(await level()).toMatchObject({ onHand: 5 });
  });

  it('books once per key, however often and at once, and refuses another body', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => book(restock(4), { key: 'key-1' })));

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await level()).toMatchObject({ onHand: 9 });
    expect((await book(restock(4), { key: 'key-1' })).headers.get('idempotent-replayed')).toBe('true');
    expect(await book(restock(5), { key: 'key-1' })).toMatchObject({
      status: 409,
      body: { details: { code: 'IdempotencyMismatch' } },
    });
    expect((await book(restock(1), { key: 'key-2' })).body.onHand).toBe(10);
  });

  it('loses none of twenty concurrent changes', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => book(restock(1))));

    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await level()).toMatchObject({ onHand: 25 });
    expect(auditStock(await readWorld(world.shop.data))).toEqual([]);
  });

  it('SI18 is refused for another seller’s product as for a missing one, and without an approved shop', async () => {
    for (const id of [RIVAL_PRODUCT, 'prd_none']) {
      expect((await book(restock(1), { id })).status).toBe(404);
      expect((await history({}, { id })).status).toBe(404);
    }
    await world.shop.data.update(Vendors, 'vnd_lamps', { status: 'suspended' });
    expect(await book('broken')).toMatchObject({ status: 403, body: { details: { code: 'VendorNotApproved' } } });
    expect((await history()).status).toBe(200);
    expect((await call(POST, { params: { id: OWN_PRODUCT }, body: restock(1) })).status).toBe(401);
    expect((await book(restock(1), { as: await asUser(world.shop) })).status).toBe(403);
  });
});

describe('GET /api/vendor/products/{id}/stock', () => {
  it('returns the units and the moves with their authors, newest first, page by page', async () => {
    world.shop.clock.advance(1_000);
    await book({ ...restock(10), reason: 'Delivery 7' });
    world.shop.clock.advance(1_000);
    await book({ delta: -1, kind: 'correction' }, { as: world.admin });

    const first = (await history({ limit: 2 })).body;
    const second = (await history({ limit: 2, cursor: first.nextCursor ?? '' })).body;

    expect(first).toMatchObject({ onHand: 14, held: 0, available: 14, lowAt: null });
    const moves = [...first.moves, ...second.moves];
    expect(moves.map(({ delta, kind, reason, actorName }) => [delta, kind, reason, actorName])).toEqual([
      [-1, 'correction', null, world.admin.user.name],
      [10, 'restock', 'Delivery 7', world.seller.user.name],
      [5, 'initial', null, null],
    ]);
    expect(second.nextCursor).toBeNull();
  });
});

describe('a product that runs low', () => {
  const told = async () => {
    await indexChangedStock(world.shop);
    await world.shop.drain();
    const { rows } = await world.shop.data.find(newestFirst({ userId: world.seller.user.id }, 10));
    return rows.map(({ data }) => data.message).toReversed();
  };
  const lowAt = (units: number | null) =>
    call(PATCH, { as: world.seller, params: { id: OWN_PRODUCT }, body: { lowAt: units }, method: 'PATCH' });

  it('is told to its seller once, and again only after it has risen', async () => {
    await lowAt(3);
    expect(await told()).toEqual([]);

    await hold(2);
    expect(await told()).toEqual(['Available now: 3 items.']);
    await hold(1);
    expect(await told()).toEqual(['Available now: 3 items.']);

    world.shop.clock.advance(1_000);
    await book(restock(10));
    expect(await told()).toHaveLength(1);
    world.shop.clock.advance(1_000);
    await book({ delta: -11, kind: 'correction' });
    expect(await told()).toEqual(['Available now: 3 items.', 'Available now: 1 item.']);
  });

  it('is not told for a number that its seller sets above the units', async () => {
    await lowAt(50);
    expect(await told()).toEqual([]);

    await lowAt(null);
    await hold(5);
    expect(await told()).toEqual([]);
  });
});
