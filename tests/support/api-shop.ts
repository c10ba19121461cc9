import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { stockShop } from '#tests/support/shop.ts';

export type Shopper = TestContext & UserContext;

/** Returns an installed world with the given number of units of each product, for tests that call routes. */
export async function openShop(units: Readonly<Record<string, number>>): Promise<TestContext> {
  const world = await testContext({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD' } });
  await stockShop(world, units);
  installRuntime(world);
  return world;
}

export const shoppersIn = (world: TestContext, count: number): Promise<Shopper[]> =>
  Promise.all(Array.from({ length: count }, () => asUser(world)));

export async function stockOf({ data }: Pick<UserContext, 'data'>, id: string) {
  const { onHand, held } = (await data.need(StockLevels, id)).data;
  return { onHand, held };
}
