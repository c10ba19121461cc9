import { describe, expect, it } from 'vitest';
import { POST as hold } from '#app/api/store/cart/hold/route.ts';
import { GET, POST } from '#app/api/store/cart/route.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { openShop, shoppersIn, stockOf } from '#tests/support/api-shop.ts';
import { call } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { addProduct } from '#tests/support/shop.ts';

describe('/api/store/cart', () => {
  it('returns an empty cart before the first save, and exactly the saved one after', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));

    const first = await call(GET, { as: shopper });
    const saved = await call(POST, { as: shopper, body: { items: [{ productId: 'mug', qty: 2 }] } });
    const read = await call(GET, { as: shopper });

    expect([first.status, first.text]).toEqual([200, '{"items":[],"updatedAt":null}']);
    expect([saved.status, saved.body]).toEqual([
      200,
      { items: [{ id: 'mug', qty: 2 }], updatedAt: '2026-03-02T10:00:00.000Z' },
    ]);
    expect(read.body).toEqual(saved.body);
    expect(read.headers.get('cache-control')).toBe('private, no-store');
  });

  it('ignores a user id in the body', async () => {
    const world = await openShop({ mug: 5 });
    const [mine, theirs] = [await asUser(world), await asUser(world)];

    await call(POST, { as: mine, body: { userId: theirs.user.id, uid: 'x', items: [{ id: 'mug', qty: 1 }] } });

    expect((await call(GET, { as: theirs })).body.items).toEqual([]);
    expect((await call(GET, { as: mine })).body.items).toEqual([{ id: 'mug', qty: 1 }]);
  });

  it('names every invalid field and saves nothing', async () => {
    const shopper = await asUser(await openShop({ mug: 5 }));
    const detailsOf = async (body: unknown) => {
      const reply = await call(POST, { as: shopper, body });
      return [reply.status, Object.keys(reply.body.details ?? {})];
    };

    expect(await detailsOf({ items: [{ id: 'mug', qty: -1 }] })).toEqual([400, ['items.0.qty']]);
    expect(await detailsOf({ items: [{ id: 'mug', qty: 1000 }] })).toEqual([400, ['items.0.qty']]);
    expect(await detailsOf({ items: [{ id: 'mug', qty: 1.5 }] })).toEqual([400, ['items.0.qty']]);
    expect(await detailsOf({ items: [{ qty: 1 }] })).toEqual([400, ['items.0.id']]);
    expect(await detailsOf({ items: [{ id: 'a', productId: 'b', qty: 1 }] })).toEqual([400, ['items.0.productId']]);
    expect(await detailsOf({ items: [{ id: '../mug', qty: 1 }] })).toEqual([400, ['items.0.id']]);
    expect(await detailsOf({ items: [{ id: 'ghost', qty: 1 }] })).toEqual([400, ['items.0.id']]);
    expect(await detailsOf({ items: Array(51).fill({ id: 'mug', qty: 1 }) })).toEqual([400, ['items']]);
    expect(await detailsOf({})).toEqual([400, ['items']]);
    expect((await call(GET, { as: shopper })).body.updatedAt).toBeNull();
  });

  it('accepts fifty lines, merges lines of one product and drops zero quantities', async () => {
    const shopper = await asUser(await openShop({ mug: 100, lamp: 5 }));
    const items = [...Array(49).fill({ id: 'mug', qty: 2 }), { id: 'lamp', qty: 0 }];

    const reply = await call(POST, { as: shopper, body: { items } });

    expect([reply.status, reply.body.items]).toEqual([200, [{ id: 'mug', qty: 98 }]]);
  });

  it('responds with 409 and the available quantity of each short line', async () => {
    const world = await openShop({ mug: 5, lamp: 9 });
    await addProduct(world, 'blocked', 9, { status: 'blocked' });
    const shopper = await asUser(world);
    const items = [
      { id: 'mug', qty: 6 },
      { id: 'lamp', qty: 9 },
      { id: 'blocked', qty: 1 },
    ];

    const reply = await call(POST, { as: shopper, body: { items } });

    expect([reply.status, reply.body.error, reply.body.details]).toEqual([
      409,
      'Conflict',
      { code: 'InsufficientStock', mug: '5', blocked: '0' },
    ]);
  });

  it('requires a session before reading the body', async () => {
    await openShop({});

    expect((await call(GET)).status).toBe(401);
    expect((await call(POST, { body: { items: 'nonsense' } })).status).toBe(401);
    expect((await call(hold, { method: 'POST' })).status).toBe(401);
  });

  it('limits cart and hold together to 120 calls a minute', async () => {
    const shopper = await asUser(await openShop({}));
    const statuses = new Map<number, number>();
    for (let n = 0; n < 122; n++) {
      const { status } = n % 2 ? await call(GET, { as: shopper }) : await call(hold, { as: shopper, method: 'POST' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }

    expect([...statuses]).toEqual([
      [200, 120],
      [429, 2],
    ]);
  });
});

describe('/api/store/cart/hold', () => {
  it('holds the saved cart and returns the expiry', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world);
    await call(POST, { as: shopper, body: { items: [{ id: 'mug', qty: 2 }] } });

    const reply = await call(hold, { as: shopper, method: 'POST' });

    expect([reply.status, reply.body]).toEqual([
      200,
      {
        lines: [{ id: 'mug', qty: 2 }],
        expiresAt: '2026-03-02T10:15:00.000Z',
        capAt: '2026-03-02T10:45:00.000Z',
      },
    ]);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 2 });
  });

  it('holds nothing for an empty cart', async () => {
    const shopper = await asUser(await openShop({}));

    const reply = await call(hold, { as: shopper, method: 'POST' });

    expect([reply.status, reply.body]).toEqual([200, { lines: [], expiresAt: null, capAt: null }]);
  });

  it('holds the last unit for one of two concurrent shoppers and responds to the other with 409', async () => {
    const world = await openShop({ mug: 1 });
    const shoppers = await shoppersIn(world, 2);
    for (const shopper of shoppers) await call(POST, { as: shopper, body: { items: [{ id: 'mug', qty: 1 }] } });

    const replies = await Promise.all(shoppers.map((shopper) => call(hold, { as: shopper, method: 'POST' })));

    expect(replies.map(({ status }) => String(status)).sort()).toEqual(['200', '409']);
    expect(replies.find(({ status }) => status === 409)?.body.details).toEqual({ code: 'InsufficientStock', mug: '0' });
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 1, held: 1 });
  });

  it('keeps one hold for repeated calls', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world);
    await call(POST, { as: shopper, body: { items: [{ id: 'mug', qty: 2 }] } });

    const [one, two] = await Promise.all([
      call(hold, { as: shopper, method: 'POST' }),
      call(hold, { as: shopper, method: 'POST' }),
    ]);

    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await stockOf(world, 'mug')).toEqual({ onHand: 5, held: 2 });
  });

  it('responds with HoldLimit once the cap is used up, and with the time of the next hold', async () => {
    const world = await openShop({ mug: 5 });
    const shopper = await asUser(world);
    await call(POST, { as: shopper, body: { items: [{ id: 'mug', qty: 1 }] } });
    for (let n = 0; n < 4; n++) {
      expect((await call(hold, { as: shopper, method: 'POST' })).status).toBe(200);
      world.clock.advance(13 * MINUTE_MS);
    }

    const reply = await call(hold, { as: shopper, method: 'POST' });

    expect([reply.status, reply.body.details]).toEqual([
      409,
      { code: 'HoldLimit', freeAt: '2026-03-02T10:55:00.000Z' },
    ]);
  });
});
