import { describe, expect, it } from 'vitest';
import type { UserContext } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { waitingRows } from '#lib/data/outbox-lease.ts';
import { Products, StockHolds, StockLevels } from '#lib/store/collections.ts';
import { cartHoldId } from '#lib/store/stock/hold-terms.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { addVendor, stockShop, TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { holdCart } from './cart-holds.ts';
import { saveCart } from './carts.ts';

async function shopWith(units: Readonly<Record<string, number>>) {
  const ctx = await testContext();
  await stockShop(ctx, units);
  return ctx;
}

const heldOf = async ({ data }: Pick<UserContext, 'data'>, id: string) => (await data.need(StockLevels, id)).data.held;
const cartWith = async (ctx: UserContext, items: Readonly<Record<string, number>>) => {
  await saveCart(
    ctx,
    Object.entries(items).map(([id, qty]) => ({ id, qty })),
  );
};
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { status: number; details?: Record<string, string> }) => ({
      status: error.status,
      code: codeOf(error),
      details: error.details,
    }),
  );

describe('holdCart', () => {
  it('holds every line for fifteen minutes and returns the expiry and the cap', async () => {
    const world = await shopWith({ mug: 5, lamp: 5 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 2, lamp: 1 });

    const held = await holdCart(shopper);

    expect(held).toEqual({
      lines: [
        { id: 'mug', qty: 2 },
        { id: 'lamp', qty: 1 },
      ],
      expiresAt: '2026-03-02T10:15:00.000Z',
      capAt: '2026-03-02T10:45:00.000Z',
    });
    expect([await heldOf(world, 'mug'), await heldOf(world, 'lamp')]).toEqual([2, 1]);
  });

  it('lets one of a hundred concurrent shoppers hold the last unit', async () => {
    const world = await shopWith({ mug: 1 });
    const shoppers = await Promise.all(Array.from({ length: 100 }, () => asUser(world)));
    await Promise.all(shoppers.map((shopper) => cartWith(shopper, { mug: 1 })));

    const results = await Promise.allSettled(shoppers.map((shopper) => holdCart(shopper)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await heldOf(world, 'mug')).toBe(1);
  });

  it('holds all lines or none, and returns the available units of a short line', async () => {
    const world = await shopWith({ mug: 5, lamp: 3 });
    const [first, second] = [await asUser(world), await asUser(world)];
    await cartWith(second, { mug: 1, lamp: 3 });
    await cartWith(first, { lamp: 2 });
    await holdCart(first);

    const refused = await refusal(holdCart(second));

    expect(refused).toEqual({ status: 409, code: 'InsufficientStock', details: { lamp: '1' } });
    expect([await heldOf(world, 'mug'), await heldOf(world, 'lamp')]).toEqual([0, 2]);
  });

  it('counts the shopper’s existing hold when the line grows', async () => {
    const world = await shopWith({ mug: 3 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 2 });
    await holdCart(shopper);
    await cartWith(shopper, { mug: 3 });

    await holdCart(shopper);

    expect(await heldOf(world, 'mug')).toBe(3);
  });

  it('returns no lines for an empty cart and releases its previous hold', async () => {
    const world = await shopWith({ mug: 3 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 2 });
    await holdCart(shopper);
    await cartWith(shopper, {});

    expect(await holdCart(shopper)).toEqual({ lines: [], expiresAt: null, capAt: null });
    expect(await heldOf(world, 'mug')).toBe(0);
  });

  it('rejects a blocked product as out of stock', async () => {
    const world = await shopWith({ mug: 3 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 1 });
    await world.data.update(Products, 'mug', { status: 'blocked' });

    expect(await refusal(holdCart(shopper))).toMatchObject({ code: 'InsufficientStock', details: { mug: '0' } });
  });

  it('rejects products of a suspended vendor as out of stock', async () => {
    const world = await shopWith({ mug: 3 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 1 });
    await addVendor(world, TEST_VENDOR_ID, { status: 'suspended' });

    expect(await refusal(holdCart(shopper))).toMatchObject({ code: 'InsufficientStock', details: { mug: '0' } });
  });

  it('extends the expiry up to the cap, then rejects a new hold for ten minutes', async () => {
    const world = await shopWith({ mug: 3 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 1 });
    await holdCart(shopper);

    for (const minute of [14, 28, 42]) {
      world.clock.set(new Date(Date.parse('2026-03-02T10:00:00.000Z') + minute * MINUTE_MS).toISOString());
      await holdCart(shopper);
    }
    expect((await world.data.need(StockHolds, cartHoldId(shopper.user.id, 'mug'))).data.expiresAt).toBe(
      '2026-03-02T10:45:00.000Z',
    );

    world.clock.set('2026-03-02T10:45:00.000Z');
    expect(await refusal(holdCart(shopper))).toMatchObject({
      status: 409,
      code: 'HoldLimit',
      details: { freeAt: '2026-03-02T10:55:00.000Z' },
    });
    world.clock.set('2026-03-02T10:55:00.000Z');
    expect(await holdCart(shopper)).toMatchObject({ expiresAt: '2026-03-02T11:10:00.000Z' });
  });

  it('holds at most a hundred units of one product for one shopper', async () => {
    const world = await shopWith({ mug: 1000 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 100 });
    await holdCart(shopper);
    await cartWith(shopper, { mug: 101 });

    expect(await refusal(holdCart(shopper))).toMatchObject({ code: 'HoldLimit', details: { mug: '100' } });
    expect(await heldOf(world, 'mug')).toBe(100);
  });

  it('takes over another shopper’s hold one minute after its expiry, without the sweep', async () => {
    const world = await shopWith({ mug: 1 });
    const [first, second] = [await asUser(world), await asUser(world)];
    await cartWith(second, { mug: 1 });
    await cartWith(first, { mug: 1 });
    await holdCart(first);

    world.clock.advance(16 * MINUTE_MS - 1);
    expect(await refusal(holdCart(second))).toMatchObject({ code: 'InsufficientStock', details: { mug: '0' } });
    world.clock.advance(1);
    await holdCart(second);

    expect(await heldOf(world, 'mug')).toBe(1);
    expect((await world.data.need(StockHolds, cartHoldId(first.user.id, 'mug'))).data.state).toBe('released');
    expect(await refusal(holdCart(first))).toMatchObject({ code: 'InsufficientStock' });
  });

  it('renews the shopper’s own expired hold while no other shopper has taken it over', async () => {
    const world = await shopWith({ mug: 1 });
    const shopper = await asUser(world);
    await cartWith(shopper, { mug: 1 });
    await holdCart(shopper);
    world.clock.advance(15 * MINUTE_MS + 30 * SECOND_MS);

    await holdCart(shopper);

    expect(await heldOf(world, 'mug')).toBe(1);
  });

  it.each([19, 20, 21, 22, 50])('takes over any number of expired holds: %i', async (count) => {
    const world = await shopWith({ mug: count });
    const idlers = await Promise.all(Array.from({ length: count }, () => asUser(world)));
    await Promise.all(idlers.map((idler) => cartWith(idler, { mug: 1 })));
    await Promise.all(idlers.map((idler) => holdCart(idler)));
    world.clock.advance(16 * MINUTE_MS);
    const buyer = await asUser(world);
    await cartWith(buyer, { mug: count });

    await holdCart(buyer);

    expect(await heldOf(world, 'mug')).toBe(count);
  });
});

describe('the catalog without the process ticker', () => {
  it('gets a catalog.index effect when a product sells out and when it is available again', async () => {
    const world = await testContext({ vars: { PROCESS_TICKER: 'off' } });
    await stockShop(world, { mug: 2, lamp: 9 });
    const shopper = await asUser(world);
    const promised = async () =>
      (await world.data.find(waitingRows(9))).rows.map(({ data }) => [data.topic, data.payload?.productId]);
    await cartWith(shopper, { mug: 2, lamp: 1 });

    await holdCart(shopper);
    expect(await promised()).toEqual([['catalog.index', 'mug']]);
    await world.drain();
    await cartWith(shopper, { lamp: 1 });

    expect(await promised()).toEqual([['catalog.index', 'mug']]);
  });
});
