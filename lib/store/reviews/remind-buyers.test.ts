import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { Products } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { placeOrder, withCredit } from '#tests/support/paying.ts';
import { asReader, type Person } from '#tests/support/reviews.ts';
import { stockShop } from '#tests/support/shop.ts';
import { remindBuyers } from './remind-buyers.ts';
import { writeReview } from './write-review.ts';

let world: TestContext;
let buyer: Person;
beforeEach(async () => {
  world = await testContext({ vars: { PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: 'UAH,EUR,USD' } });
  await stockShop(world, { mug: 9, vase: 9 });
  buyer = await withCredit(await asReader(world), 10_000_000);
});

/** Buys and receives both. */
async function receive(): Promise<void> {
  const { id } = await placeOrder(buyer, { mug: 1, vase: 1 });
  await payByCredit(buyer, id);
  await changeOrderStatus(await asUser(world, { role: 'admin' }), id, { status: 'completed' });
  await world.drain();
}
const asked = async () => {
  const { rows } = await world.data.find(newestFirst({ userId: buyer.user.id }, 50));
  return rows.filter(({ data }) => data.template === 'review.reminder').map(({ data }) => data.title);
};

it('asks the buyer of a part once, a week after its delivery', async () => {
  await receive();
  world.clock.advance(6 * DAY_MS);
  expect(await remindBuyers(world)).toMatchObject({ seen: 0, done: 0 });
  world.clock.advance(DAY_MS + 1_000);

  expect(await remindBuyers(world)).toEqual({ seen: 1, done: 1, next: null });
  expect(await remindBuyers(world)).toEqual({ seen: 1, done: 0, next: null });
  expect(await asked()).toEqual(['How was your order?']);
  world.clock.advance(4 * DAY_MS);
  expect(await remindBuyers(world)).toMatchObject({ seen: 0 });
});

it('does not ask who has reviewed one of the products', async () => {
  await receive();
  await writeReview(buyer, await world.data.need(Products, 'vase'), { rating: 5, content: 'Lovely', images: [] });
  world.clock.advance(7 * DAY_MS + 1_000);

  expect(await remindBuyers(world)).toEqual({ seen: 1, done: 0, next: null });
  expect(await asked()).toEqual([]);
});
