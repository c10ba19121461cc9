import { describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { availableTo, saveCart } from '#lib/store/cart/carts.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { StockHolds } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import {
  findingsOfStock,
  holdMugs,
  mugs,
  mugsPerCounter,
  shardedMugs,
  shopperAt,
} from '#tests/support/sharded-shop.ts';
import { changeStock } from './change-stock.ts';
import { compactStock } from './compaction.ts';
import { cartHoldId } from './hold-terms.ts';
import { shardFor } from './shards.ts';
import { mergeStock } from './split.ts';

const buyersOf = (world: TestContext, count: number) => Promise.all(Array.from({ length: count }, () => asUser(world)));
const details = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { details?: Record<string, string> }) => ({ code: codeOf(error), ...error.details }),
  );
async function placedBy(shopper: Awaited<ReturnType<typeof asUser>>, qty: number): Promise<string> {
  const placed = await checkOut(shopper, { input: { items: [{ id: 'mug', qty }] } });
  if (placed.kind !== 'answer') throw placed.error;
  return placed.body.order.id;
}

describe('shardFor', () => {
  it('returns the same shard for a shopper each time, and every shard across shoppers', () => {
    const shards = Array.from({ length: 200 }, (_, i) => shardFor(`usr_${i}`, 'mug'));

    expect(new Set(shards)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(Array.from({ length: 200 }, (_, i) => shardFor(`usr_${i}`, 'mug'))).toEqual(shards);
  });
});

describe('a hold in sharded stock', () => {
  it.each([
    { units: 8, buyers: 40, each: 1 },
    { units: 7, buyers: 40, each: 2 },
    { units: 1, buyers: 20, each: 1 },
    { units: 20, buyers: 20, each: 3 },
  ])(
    'gives the last $units units in eight shards to $buyers buyers of $each without overselling or leftovers',
    async ({ units, buyers, each }) => {
      const world = await shardedMugs(units);
      const shoppers = await buyersOf(world, buyers);
      await Promise.all(shoppers.map((shopper) => saveCart(shopper, [{ id: 'mug', qty: each }])));

      const results = await Promise.allSettled(shoppers.map((shopper) => holdCart(shopper)));

      const sold = Math.min(buyers, Math.floor(units / each));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(sold);
      expect(await mugs(world)).toEqual({ onHand: units, held: sold * each });
      expect(await findingsOfStock(world)).toEqual([]);
    },
  );

  it('changes only its own shard when that shard has enough', async () => {
    const world = await shardedMugs(16);
    const shopper = await shopperAt(world, 3);

    await holdMugs(shopper, 2);

    expect(await mugsPerCounter(world)).toEqual(['0-0', '2-0', '2-0', '2-2', '2-0', '2-0', '2-0', '2-0', '2-0']);
  });

  it('uses another shard when its own is empty, and gathers from all shards before it is rejected', async () => {
    const world = await shardedMugs(8);
    const [first, second, third] = [await shopperAt(world, 1), await shopperAt(world, 1), await shopperAt(world, 1)];

    await holdMugs(first, 1);
    await holdMugs(second, 1);
    expect(await mugsPerCounter(world)).toEqual(['0-0', '1-1', '1-1', '1-0', '1-0', '1-0', '1-0', '1-0', '1-0']);

    await holdMugs(third, 6);
    expect(await mugs(world)).toEqual({ onHand: 8, held: 8 });
    expect(await details(holdMugs(await asUser(world), 1))).toEqual({ code: 'InsufficientStock', mug: '0' });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('reports the available units of all shards together when rejected', async () => {
    const world = await shardedMugs(8);
    await holdMugs(await asUser(world), 3);

    const shopper = await asUser(world);

    expect(await details(saveCart(shopper, [{ id: 'mug', qty: 6 }]))).toMatchObject({ mug: '5' });
    expect((await availableTo(shopper, [{ id: 'mug', qty: 9 }])).get('mug')).toBe(5);
  });

  it('grows in its own shard with units from other shards', async () => {
    const world = await shardedMugs(8);
    const shopper = await shopperAt(world, 5);
    await holdMugs(shopper, 1);

    await holdMugs(shopper, 4);

    const hold = await world.data.need(StockHolds, cartHoldId(shopper.user.id, 'mug'));
    expect([hold.data.shard, hold.data.qty]).toEqual([5, 4]);
    expect(await findingsOfStock(world)).toEqual([]);
    await saveCart(shopper, [{ id: 'mug', qty: 1 }]);
    expect(await mugs(world)).toEqual({ onHand: 8, held: 1 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('takes over expired holds in any shard', async () => {
    const world = await shardedMugs(8);
    for (const shopper of await buyersOf(world, 8)) await holdMugs(shopper, 1);
    world.clock.advance(16 * MINUTE_MS);

    await holdMugs(await asUser(world), 8);

    expect(await mugs(world)).toEqual({ onHand: 8, held: 8 });
    expect(await findingsOfStock(world)).toEqual([]);
  });
});

describe('an order of sharded stock', () => {
  it('is bound, sold, compacted and returned without losing a unit', async () => {
    const world = await shardedMugs(8);
    const [shopper, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
    await grantCredit(world, shopper.user.id, 1_000_000, 'test');
    await holdMugs(shopper, 2);
    const ids = [await placedBy(shopper, 3), await placedBy(shopper, 2)];
    expect(await mugs(world)).toEqual({ onHand: 8, held: 5 });

    for (const id of ids) await payByCredit(shopper, id);
    expect(await compactStock(world, 'mug')).toBe(2);
    expect(await mugs(world)).toEqual({ onHand: 3, held: 0 });

    for (const id of ids) await changeOrderStatus(admin, id, { status: 'canceled' });
    expect(await mugs(world)).toEqual({ onHand: 8, held: 0 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('is returned to a product that was merged meanwhile', async () => {
    const world = await shardedMugs(8);
    const [shopper, admin] = [await asUser(world), await asUser(world, { role: 'admin' })];
    await grantCredit(world, shopper.user.id, 1_000_000, 'test');
    const id = await placedBy(shopper, 3);
    await payByCredit(shopper, id);
    await compactStock(world, 'mug');
    world.clock.advance(25 * 60 * MINUTE_MS);
    expect(await mergeStock(world, 'mug')).toBe(true);

    await changeOrderStatus(admin, id, { status: 'canceled' });

    expect(await mugsPerCounter(world)).toEqual(['8-0']);
    expect(await findingsOfStock(world)).toEqual([]);
  });
});

describe('changeStock of sharded stock', () => {
  it('spreads a restock over the shards', async () => {
    const world = await shardedMugs(0);

    expect(await changeStock(world, 'mug', { delta: 16, kind: 'restock' })).toEqual({
      onHand: 16,
      held: 0,
      available: 16,
    });

    expect(await mugsPerCounter(world)).toEqual(['0-0', ...Array.from({ length: 8 }, () => '2-0')]);
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('corrects down to the held units of all shards and no further', async () => {
    const world = await shardedMugs(8);
    await holdMugs(await asUser(world), 3);

    expect(await details(changeStock(world, 'mug', { delta: -6, kind: 'correction' }))).toEqual({
      code: 'BelowHeld',
      onHand: '8',
      held: '3',
    });
    expect(await changeStock(world, 'mug', { delta: -5, kind: 'correction' })).toMatchObject({ available: 0 });
    expect(await findingsOfStock(world)).toEqual([]);
  });
});
