import { describe, expect, it } from 'vitest';
import { Outbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { findingsOfStock, holdMugs, mugs } from '#tests/support/sharded-shop.ts';
import { stockShop } from '#tests/support/shop.ts';
import { changeStock } from './change-stock.ts';
import { openStockHeat } from './heat.ts';

const restock = { delta: 1, kind: 'restock' } as const;
const shardsOf = async ({ data }: TestContext) => (await data.need(StockLevels, 'mug')).data.shards;
const splitsPromised = async ({ data }: TestContext) =>
  (await data.find(from(Outbox).where('status', '==', 'waiting').orderBy('availableAt').limit(100))).rows.filter(
    (row) => row.data.topic === 'stock.split',
  ).length;

async function shopWith(overrides: Parameters<typeof testContext>[0]): Promise<TestContext> {
  const world = await testContext(overrides);
  await stockShop(world, { mug: 50 });
  return world;
}

describe('stockTx', () => {
  it('splits a product after thirty writes of its level within a minute, and keeps selling', async () => {
    const world = await testContext({ heat: null });
    await stockShop(world, { mug: 200 });
    const hot = { ...world, heat: openStockHeat(world.now) };
    const shoppers = await Promise.all(Array.from({ length: 40 }, () => asUser(hot)));

    for (const shopper of shoppers.slice(0, 30)) await holdMugs(shopper, 1);
    expect(await splitsPromised(world)).toBe(1);
    await world.drain();
    expect(await shardsOf(world)).toBe(8);

    await Promise.all(shoppers.slice(30).map((shopper) => holdMugs(shopper, 1)));
    expect(await mugs(world)).toEqual({ onHand: 200, held: 40 });
    expect(await findingsOfStock(world)).toEqual([]);
  });

  it('does not split a hot product that is about to sell out', async () => {
    const world = await testContext({ heat: null });
    await stockShop(world, { mug: 60 });
    const hot = { ...world, heat: openStockHeat(world.now) };
    const shoppers = await Promise.all(Array.from({ length: 30 }, () => asUser(hot)));

    for (const shopper of shoppers) await holdMugs(shopper, 1);
    expect(await splitsPromised(world)).toBe(1);
    await world.drain();

    expect(await shardsOf(world)).toBe(1);
  });

  it('never splits without a heat counter', async () => {
    const world = await shopWith({ heat: null });

    for (let i = 0; i < 60; i++) await changeStock(world, 'mug', restock);
    await world.drain();

    expect([await splitsPromised(world), await shardsOf(world)]).toEqual([0, 1]);
  });
});
