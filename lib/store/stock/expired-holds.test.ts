import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import type { Store } from '#lib/data/store.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { StockHolds, StockLevels } from '#lib/store/collections.ts';
import { releaseExpiredHoldsOf } from '#lib/store/orders/release-expired-holds.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { RELEASED_AT_ONCE, releaseExpiredHolds, sweepExpiredHolds } from './expired-holds.ts';

const CART = [
  { id: 'mug', qty: 2 },
  { id: 'lamp', qty: 1 },
];

async function heldCarts(count: number, cart = CART) {
  const world = await testContext();
  await stockShop(world, { mug: 300, lamp: 300 });
  for (let n = 0; n < count; n++) {
    const shopper = await asUser(world);
    await saveCart(shopper, cart);
    await holdCart(shopper);
  }
  const held = async () => (await world.data.getMany(StockLevels, ['mug', 'lamp'])).map((level) => level?.data.held);
  return { world, held };
}

describe('sweepExpiredHolds', () => {
  it('releases holds one minute after they expire, and not before', async () => {
    const { world, held } = await heldCarts(3);

    world.clock.advance(16 * MINUTE_MS - 1);
    expect(await sweepExpiredHolds(world)).toBe(0);
    expect(await held()).toEqual([6, 3]);
    world.clock.advance(1);

    expect(await sweepExpiredHolds(world)).toBe(6);
    expect(await held()).toEqual([0, 0]);
  });

  it('releases every hold once in two concurrent sweeps', async () => {
    const { world, held } = await heldCarts(5);
    world.clock.advance(16 * MINUTE_MS);

    const swept = await Promise.all([sweepExpiredHolds(world), sweepExpiredHolds(world)]);

    expect(swept[0] + swept[1]).toBe(10);
    expect(await held()).toEqual([0, 0]);
  });
});

describe('releaseExpiredHoldsOf', () => {
  it('releases every expired hold, also when another process releases the first page meanwhile', async () => {
    const { world, held } = await heldCarts(RELEASED_AT_ONCE + 5, [{ id: 'mug', qty: 1 }]);
    world.clock.advance(16 * MINUTE_MS);
    let isFirst = true;
    const data: Store = {
      ...world.data,
      async find(query) {
        const page = await world.data.find(query);
        if (query.collection.name === StockHolds.name && isFirst) {
          isFirst = false;
          expect(await releaseExpiredHolds(world, 'mug')).toEqual({ found: RELEASED_AT_ONCE, done: RELEASED_AT_ONCE });
        }
        return page;
      },
    };

    await releaseExpiredHoldsOf(
      { ...world, data },
      { lines: [{ productId: 'mug', qty: 1 }] as unknown as Order['lines'] },
    );

    expect(isFirst).toBe(false);
    expect(await held()).toEqual([0, 0]);
  });
});
