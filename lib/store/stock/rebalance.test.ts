import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { inc } from '#lib/data/patch.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { StockLevels } from '#lib/store/collections.ts';
import {
  findingsOfStock,
  holdMugs,
  mugs,
  mugsPerCounter,
  shardedMugs,
  shopperAt,
} from '#tests/support/sharded-shop.ts';
import { writeMovement } from './movements.ts';
import { levelShards, rebalanceStock } from './rebalance.ts';

describe('rebalanceStock', () => {
  it('evens out the free units of the shards and loses none', async () => {
    const world = await shardedMugs(40);
    const [hoarder, idler] = [await shopperAt(world, 2), await shopperAt(world, 4)];
    await holdMugs(hoarder, 18);
    await holdMugs(idler, 2);
    await saveCart(hoarder, [{ id: 'mug', qty: 2 }]);

    expect(await rebalanceStock(world)).toEqual({ seen: 1, done: 1, next: null });

    const free = (await mugsPerCounter(world)).slice(1).map((counter) => {
      const [onHand = 0, held = 0] = counter.split('-').map(Number);
      return onHand - held;
    });
    expect(Math.max(...free) - Math.min(...free)).toBeLessThanOrEqual(1);
    expect(await mugs(world)).toEqual({ onHand: 40, held: 4 });
    expect(await findingsOfStock(world)).toEqual([]);
    expect(await rebalanceStock(world)).toMatchObject({ done: 0 });
  });

  it('moves free units from the level to the shards with levelShards', async () => {
    const world = await shardedMugs(8);
    await world.data.update(StockLevels, 'mug', { onHand: inc(5) });
    const move = { productId: 'mug', delta: 5, kind: 'return', at: world.now().toISOString() } as const;
    await world.data.batch((write) => writeMovement(write, 'mov_back', move));

    await levelShards(world, 'mug');

    expect((await mugsPerCounter(world))[0]).toBe('0-0');
    expect(await mugs(world)).toEqual({ onHand: 13, held: 0 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('keeps the totals in two concurrent runs', async () => {
    const world = await shardedMugs(30);
    await holdMugs(await shopperAt(world, 1), 12);

    await Promise.all([rebalanceStock(world), rebalanceStock(world)]);

    expect(await mugs(world)).toEqual({ onHand: 30, held: 12 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('merges a product after a day without changes, then no longer processes it', async () => {
    const world = await shardedMugs(9);
    world.clock.advance(DAY_MS + MINUTE_MS);

    expect(await rebalanceStock(world)).toMatchObject({ seen: 1, done: 1 });

    expect(await mugsPerCounter(world)).toEqual(['9-0']);
    expect(await rebalanceStock(world)).toMatchObject({ seen: 0 });
  });
});
