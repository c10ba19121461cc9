import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditStock } from '#lib/store/audit/stock.ts';
import { naiveHold } from '#tests/fixtures/naive-hold.ts';
import { seedOf } from '#tests/support/chance.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { sizeOf } from '#tests/support/form.ts';
import { stockShop } from '#tests/support/shop.ts';
import { readWorld } from '#tests/support/world.ts';
import { findingsIn, openModel, perform } from './shop-model.ts';
import { history } from './shop-steps.ts';

/** `SHOP_SEED` repeats a printed failure; `SHOP_RUNS` makes the run longer. */
const seed = seedOf('SHOP_SEED');
// The emulator is a hundred times slower than a file: there a few histories show that the two drivers agree.
const numRuns = sizeOf(
  'SHOP_RUNS',
  process.env.TEST_DRIVER === 'firestore' ? { short: 2, long: 6 } : { short: 40, long: 400 },
);

describe('the shop under random actions', () => {
  it(`keeps every rule of stock, orders and money after every step (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const model = await openModel();
        for (const [i, step] of steps.entries()) {
          await perform(model, step);
          // Besides the audit: SI8 by the keys of orders, SI19 by a passer-by.
          expect({ i, step, findings: await findingsIn(model) }).toEqual({ i, step, findings: [] });
        }
        await model.world.data.close();
      }),
      { numRuns, seed },
    );
  });

  it('is caught overselling by the audit when it reads stock outside the holding transaction', async () => {
    const world = await testContext();
    await stockShop(world, { mug: 1 });
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => asUser(world)));

    const allLooked = Promise.withResolvers<void>();
    let looked = 0;
    const meanwhile = (): Promise<void> => {
      looked += 1;
      if (looked === shoppers.length) allLooked.resolve();
      return allLooked.promise;
    };
    await Promise.all(shoppers.map((shopper) => naiveHold(shopper, { productId: 'mug', qty: 1, meanwhile })));

    expect(auditStock(await readWorld(world.data)).map(({ invariant }) => invariant)).toContain('SI1');
  });
});
