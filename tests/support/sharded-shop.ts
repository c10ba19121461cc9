import type { UserContext } from '#lib/context/context.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { holdCart } from '#lib/store/cart/cart-holds.ts';
import { saveCart } from '#lib/store/cart/carts.ts';
import type { StockShard } from '#lib/store/schemas/stock.ts';
import { shardFor } from '#lib/store/stock/shards.ts';
import { splitStock } from '#lib/store/stock/split.ts';
import { findStock } from '#lib/store/stock/totals.ts';
import { STOCK_SHARDS } from '#lib/store/values.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';
import { readWorld } from '#tests/support/world.ts';

/** Opens a shop with the given number of mugs, whose stock is split. */
export async function shardedMugs(units: number): Promise<TestContext> {
  const vars = { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH' };
  const world = await testContext({ heat: null, vars });
  await stockShop(world, { mug: units });
  await splitStock(world, 'mug');
  return world;
}

/** Creates a shopper who looks for a mug at this shard first. */
export async function shopperAt(world: TestContext, shard: number): Promise<TestContext & UserContext> {
  for (let tries = 0; tries < 100 * STOCK_SHARDS; tries++) {
    const shopper = await asUser(world);
    if (shardFor(shopper.user.id, 'mug') === shard) return shopper;
  }
  throw new Error(`nobody looks at shard ${shard} first`);
}

export async function holdMugs(shopper: UserContext, qty: number): Promise<void> {
  await saveCart(shopper, [{ id: 'mug', qty }]);
  await holdCart(shopper);
}

/** Returns the stock of the mug over all shards. */
export async function mugs({ data }: TestContext) {
  const [stock] = await findStock(data, ['mug']);
  return { onHand: stock?.onHand, held: stock?.held };
}

/** Returns each counter as `onHand-held`: the level's own first, then the shards in order. */
export async function mugsPerCounter({ data }: TestContext): Promise<string[]> {
  const { levels, shards } = await readWorld(data);
  const inOrder = shards.map((row) => row.data).toSorted((a: StockShard, b: StockShard) => a.n - b.n);
  return [...levels.map((row) => row.data), ...inOrder].map(({ onHand, held }) => `${onHand}-${held}`);
}

export const findingsOfStock = async ({ data }: TestContext) => auditStock(await readWorld(data));
