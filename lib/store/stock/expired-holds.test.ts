import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { holdCart } from '#lib/store/cart/holds.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { sweepExpiredHolds } from './expired-holds.ts';

async function heldCarts(count: number) {
  const world = await testContext();
  await stockShop(world, { mug: 100, lamp: 100 });
  for (let n = 0; n < count; n++) {
    const shopper = await asUser(world);
    await saveCart(shopper, [
      { id: 'mug', qty: 2 },
      { id: 'lamp', qty: 1 },
    ]);
    await holdCart(shopper);
  }
  const held = async () => (await world.data.getMany(StockLevels, ['mug', 'lamp'])).map((level) => level?.data.held);
  return { world, held };
}

describe('sweepExpiredHolds', () => {
  it('gives back what ran out a minute ago, and nothing earlier', async () => {
    const { world, held } = await heldCarts(3);

    world.clock.advance(16 * MINUTE_MS - 1);
    expect(await sweepExpiredHolds(world)).toBe(0);
    expect(await held()).toEqual([6, 3]);
    world.clock.advance(1);

    expect(await sweepExpiredHolds(world)).toBe(6);
    expect(await held()).toEqual([0, 0]);
  });

  it('gives every unit back once when two sweeps run at the same time', async () => {
    const { world, held } = await heldCarts(5);
    world.clock.advance(16 * MINUTE_MS);

    const swept = await Promise.all([sweepExpiredHolds(world), sweepExpiredHolds(world)]);

    expect(swept[0] + swept[1]).toBe(10);
    expect(await held()).toEqual([0, 0]);
  });
});
