import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import { openStockHeat } from '#lib/store/stock/heat.ts';
import { splitStock } from '#lib/store/stock/split.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { stockShop } from '#tests/support/shop.ts';
import { readWorld } from '#tests/support/world.ts';
import { findingsIn, type Model, openModel, perform, performOne } from './shop-model.ts';
import { orderlyHistory, productIds, type Single, shardedHistory } from './shop-steps.ts';

/** `SHOP_SEED` repeats a printed failure; `SHOP_RUNS` makes the run longer. */
const seed = Number(process.env.SHOP_SEED ?? Date.now() % 2 ** 31);
const onFirestore = process.env.TEST_DRIVER === 'firestore';
const numRuns = sizeOf('SHOP_RUNS', onFirestore ? { short: 1, long: 2 } : { short: 6, long: 150 });

async function openSharded(): Promise<Model> {
  const model = await openModel({ heat: null });
  for (const id of productIds) await splitStock(model.world, id);
  return model;
}

/** Returns the outcome of a call without its ids, so that the outcomes of two shops can be compared. */
async function toldBy(model: Model, one: Single): Promise<unknown> {
  try {
    await performOne(model, one);
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { orderId, ...details } = error.details ?? {};
    return { code: error.code, details: one.op === 'stock' || one.op === 'hold' || one.op === 'order' ? details : {} };
  }
}

const totalsOf = async ({ world }: Model) =>
  (await findStock(world.data, productIds)).map((stock) => [stock?.onHand, stock?.held]);
const isSharding = ({ op }: Single) => op === 'split' || op === 'merge' || op === 'level';

describe('a shop with sharded stock', () => {
  it(`keeps every rule after every step, while stock is split and merged (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(shardedHistory, async (steps) => {
        const model = await openSharded();
        for (const [i, step] of steps.entries()) {
          await perform(model, step);
          expect({ i, step, findings: await findingsIn(model) }).toEqual({ i, step, findings: [] });
        }
        await model.world.data.close();
      }),
      { numRuns, seed },
    );
  });

  it.each([
    { units: 8, buyers: 24, each: 1 },
    { units: 11, buyers: 12, each: 2 },
  ])(
    'sells the last $units units to $buyers concurrent buyers of $each, each in their shard’s lane',
    async ({ units, buyers, each }) => {
      const world = await testContext();
      await stockShop(world, { mug: units });
      await splitStock(world, 'mug');
      const heat = openStockHeat(world.now);
      for (let i = 0; i < 10; i++) heat.note('mug', { runs: 1, aborted: 0, wrote: false });
      const shoppers = await Promise.all(Array.from({ length: buyers }, () => asUser({ ...world, heat })));
      await Promise.all(shoppers.map((shopper) => saveCart(shopper, [{ id: 'mug', qty: each }])));

      const results = await Promise.allSettled(shoppers.map((shopper) => holdCart(shopper)));

      const told = results.map((result) => (result.status === 'fulfilled' ? 'held' : codeOf(result.reason)));
      const sold = Math.floor(units / each);
      expect(told.filter((one) => one === 'held')).toHaveLength(sold);
      expect(told.filter((one) => one === 'InsufficientStock')).toHaveLength(buyers - sold);
      expect(auditStock(await readWorld(world.data))).toEqual([]);
    },
  );

  it(`sells and refuses like a shop without shards (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(orderlyHistory, async (steps) => {
        const [plain, sharded] = [await openModel({ heat: null }), await openSharded()];
        for (const [i, step] of steps.entries()) {
          const told = isSharding(step) ? 'done' : await toldBy(plain, step);
          expect({ i, step, told: await toldBy(sharded, step) }).toEqual({ i, step, told });
          expect({ i, step, totals: await totalsOf(sharded) }).toEqual({ i, step, totals: await totalsOf(plain) });
        }
        await Promise.all([plain.world.data.close(), sharded.world.data.close()]);
      }),
      { numRuns, seed },
    );
  });
});
