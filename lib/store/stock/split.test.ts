import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { findingsOfStock, holdMugs, mugs, mugsPerCounter, shardedMugs } from '#tests/support/sharded-shop.ts';
import { stockShop } from '#tests/support/shop.ts';
import { sweepExpiredHolds } from './expired-holds.ts';
import { mergeStock, splitStock } from './split.ts';

async function shopWith(units: number) {
  const world = await testContext({ heat: null });
  await stockShop(world, { mug: units });
  return world;
}

describe('splitStock', () => {
  it('distributes free units over eight shards and leaves held units in the level', async () => {
    const world = await shopWith(13);
    await holdMugs(await asUser(world), 3);

    expect(await splitStock(world, 'mug')).toBe(true);

    expect(await mugsPerCounter(world)).toEqual(['3-3', '2-0', '2-0', '1-0', '1-0', '1-0', '1-0', '1-0', '1-0']);
    expect(await mugs(world)).toEqual({ onHand: 13, held: 3 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('splits once across concurrent calls, and returns false for an unknown product', async () => {
    const world = await shopWith(8);

    const done = await Promise.all([1, 2, 3].map(() => splitStock(world, 'mug')));

    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await splitStock(world, 'prd_nowhere')).toBe(false);
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('loses no unit when holds are made and released concurrently', async () => {
    const world = await shopWith(10);
    const [leaving, ...coming] = await Promise.all(Array.from({ length: 12 }, () => asUser(world)));
    if (!leaving) throw new Error('nobody leaves');
    await holdMugs(leaving, 4);
    for (const shopper of coming) await saveCart(shopper, [{ id: 'mug', qty: 1 }]);

    await Promise.allSettled([
      saveCart(leaving, []),
      ...coming.map((shopper) => holdCart(shopper)),
      splitStock(world, 'mug'),
    ]);

    expect(await findingsOfStock(world)).toEqual([]);
    const late = await Promise.allSettled(coming.map((shopper) => holdCart(shopper)));
    expect(late.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await mugs(world)).toEqual({ onHand: 10, held: 10 });
  });
});

describe('mergeStock', () => {
  it('waits until no shard has changed for a day', async () => {
    const world = await shardedMugs(8);
    world.clock.advance(DAY_MS - MINUTE_MS);
    await holdMugs(await asUser(world), 1);
    world.clock.advance(DAY_MS - MINUTE_MS);
    expect(await mergeStock(world, 'mug')).toBe(false);

    world.clock.advance(MINUTE_MS);
    expect(await mergeStock(world, 'mug')).toBe(true);

    expect(await mugs(world)).toEqual({ onHand: 8, held: 1 });
  });

  it('moves units and holds back to one row, which can be swept and split again', async () => {
    const world = await shardedMugs(8);
    const shopper = await asUser(world);
    await holdMugs(shopper, 3);
    world.clock.advance(DAY_MS);

    await mergeStock(world, 'mug');
    expect(await mugsPerCounter(world)).toEqual(['8-3']);
    expect(await findingsOfStock(world)).toEqual([]);

    expect(await sweepExpiredHolds(world)).toBe(1);
    expect(await mugsPerCounter(world)).toEqual(['8-0']);
    expect(await splitStock(world, 'mug')).toBe(true);
    expect(await mugsPerCounter(world)).toEqual(['0-0', ...Array.from({ length: 8 }, () => '1-0')]);
    expect(await findingsOfStock(world)).toEqual([]);
  });
});
