import type { UserContext } from '#lib/context/context.ts';
import { before, DAY_MS } from '#lib/core/time.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { auditRatingOf, auditReviewOf, auditSumsOf } from '#lib/store/audit/reviews.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { ReviewSums, Reviews } from '#lib/store/reviews/collections.ts';
import { asUser, type TestContext } from './context.ts';
import { placeOrder, withCredit } from './paying.ts';
import { everyRow } from './world.ts';

export type Person = TestContext & UserContext;

/** Returns a person whose account is old enough to publish reviews, with a name. */
export const asReader = (world: TestContext, name = 'Olena'): Promise<Person> =>
  asUser(world, { name, createdAt: before(world.now(), 2 * DAY_MS) });

/** Returns the same with a paid order of one product. */
export async function asBuyer(world: TestContext, productId: string, name = 'Taras'): Promise<Person> {
  const buyer = await withCredit(await asReader(world, name), 1_000_000);
  await buy(buyer, productId);
  return buyer;
}

/** Buys one unit by credit and returns the id of the paid order. */
export async function buy(buyer: Person, productId: string): Promise<string> {
  const { id } = await placeOrder(buyer, { [productId]: 1 });
  await payByCredit(buyer, id);
  return id;
}

/** Returns what breaks SI22 in the whole world. */
export async function wrongRatings(world: TestContext) {
  const [products, families, sums, reviews] = await Promise.all([
    everyRow(world.data, Products),
    everyRow(world.data, ProductFamilies),
    everyRow(world.data, ReviewSums),
    everyRow(world.data, Reviews),
  ]);
  const found = await Promise.all([
    ...products.map(({ id }) => auditRatingOf(world, id)),
    ...families.map(({ id }) => auditSumsOf(world, id)),
    ...sums.map(({ id }) => auditSumsOf(world, id)),
    ...reviews.map(({ id }) => auditReviewOf(world, id)),
  ]);
  return found.flat();
}
