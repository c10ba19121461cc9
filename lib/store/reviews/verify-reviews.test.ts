import { beforeEach, describe, expect, it } from 'vitest';
import type { Query } from '#lib/data/query.ts';
import type { Tx, TxOptions } from '#lib/data/store.ts';
import { Products } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { refundPart } from '#lib/store/parts/refund-part.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { cancelOrder, payingShopper } from '#tests/support/paying.ts';
import { asBuyer, asReader, buy, type Person, wrongRatings } from '#tests/support/reviews.ts';
import { buyOfBoth, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { addProduct } from '#tests/support/shop.ts';
import { Reviews } from './collections.ts';
import { reviewedOf } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { reviewIdOf } from './review-rules.ts';
import { verifyReviews } from './verify-reviews.ts';
import { voteReview } from './vote-review.ts';
import { writeReview } from './write-review.ts';

const lamp = 'prd_lamp';
let world: TestContext;
let taras: Person;
let admin: Person;
beforeEach(async () => {
  world = await payingShopper();
  await addProduct(world, lamp, 50);
  taras = await asBuyer(world, 'mug');
  admin = await asUser(world, { role: 'admin' });
});

const write = async (as: Person = taras, rating = 5) =>
  writeReview(as, await world.data.need(Products, lamp), { rating, content: 'It bends where I read.', images: [] });
const stored = async (as: Person = taras) => (await world.data.need(Reviews, reviewIdOf(lamp, as.user.id))).data;

/** Returns a person to whom something happens once, after their orders were searched. */
function interrupted(person: Person, happens: () => Promise<unknown>): Person {
  let isOver = false;
  const find = async <T extends object>(query: Query<T>) => {
    const page = await person.data.find(query);
    if (!isOver && query.collection.name === 'orders') {
      isOver = true;
      await happens();
      await world.drain();
    }
    return page;
  };
  return { ...person, data: { ...person.data, find } };
}

describe('a purchase while its review is written', () => {
  it.each([
    ['written first', async () => undefined],
    ['written again after it was deleted', async () => removeReview(taras, lamp)],
  ])('is found for one that is %s', async (kind, prepare) => {
    if (kind !== 'written first') await write();
    await prepare();
    const { review } = await write(interrupted(taras, () => buy(taras, lamp)));
    expect(review.verifiedPurchase).toBe(false);
    await world.drain();

    expect(await stored()).toMatchObject({ verifiedPurchase: true, status: 'published' });
    expect(await wrongRatings(world)).toEqual([]);
  });

  it('is found for one that is edited', async () => {
    await write();
    await world.drain();
    await write(
      interrupted(taras, () => buy(taras, lamp)),
      4,
    );
    await world.drain();

    expect(await stored()).toMatchObject({ verifiedPurchase: true, rating: 4 });
  });

  it('is an older one when the newest is taken back', async () => {
    const older = await buy(taras, lamp);
    world.clock.advance(1_000);
    const newest = await buy(taras, lamp);
    await world.drain();
    const taken = interrupted(taras, () => cancelOrder(admin, newest));
    await write(taken);
    await world.drain();

    expect(await stored()).toMatchObject({ verifiedPurchase: true, orderId: older });
    expect(await wrongRatings(world)).toEqual([]);
  });
});

describe('verification', () => {
  it('completes although each of its transactions is preceded by a vote', async () => {
    await write();
    await buy(taras, lamp);
    const product = reviewedOf(await world.data.need(Products, lamp));
    const reviewId = reviewIdOf(lamp, taras.user.id);
    const voters = await Promise.all(['A', 'B', 'C', 'D'].map((name) => asReader(world, name)));
    const tx = async <R>(work: (t: Tx) => Promise<R>, options?: TxOptions): Promise<R> => {
      const voter = voters.pop();
      if (voter) await voteReview(voter, product, { reviewId, isHelpful: true });
      return world.data.tx(work, options);
    };
    await verifyReviews({ ...world, data: { ...world.data, tx } }, { userId: taras.user.id, productIds: [lamp] });

    expect(voters).toHaveLength(3);
    expect(await stored()).toMatchObject({ verifiedPurchase: true, helpful: 1 });
  });

  it('does not wait for the mail server', async () => {
    const mailer = { send: async () => ({ state: 'refused', retry: true, reason: 'rcpt 450' }) as const };
    const down = await payingShopper({ mailer, devMailbox: null });
    await addProduct(down, lamp, 50);
    const buyer = await asBuyer(down, lamp);
    const product = await down.data.need(Products, lamp);
    // Written before the effects of the payment run, and as if its own search had come too early.
    await writeReview({ ...buyer, data: { ...buyer.data, find: async () => ({ rows: [], next: null }) } }, product, {
      rating: 5,
      content: 'It bends where I read.',
      images: [],
    });
    await down.drain();

    expect((await down.data.need(Reviews, reviewIdOf(lamp, buyer.user.id))).data.verifiedPurchase).toBe(true);
  });

  it('searches the orders once for all products of an order', async () => {
    const others = ['prd_a', 'prd_b', 'prd_c'];
    for (const id of others) {
      await addProduct(world, id, 5);
      await writeReview(taras, await world.data.need(Products, id), { rating: 5, content: 'Good', images: [] });
      await buy(taras, id);
    }
    let searches = 0;
    const find = async <T extends object>(query: Query<T>) => {
      searches++;
      return world.data.find(query);
    };
    await verifyReviews({ ...world, data: { ...world.data, find } }, { userId: taras.user.id, productIds: others });

    expect(searches).toBe(1);
    const verified = await Promise.all(
      others.map(async (id) => (await world.data.need(Reviews, reviewIdOf(id, taras.user.id))).data.verifiedPurchase),
    );
    expect(verified).toEqual([true, true, true]);
  });

  it.each([
    [
      'refused by its seller',
      ({ rival }: SharedShop, id: string) =>
        refusePart(rival, { vendorId: RIVAL_ID, isOther: false }, id, { code: 'out_of_stock', reason: 'It broke' }),
    ],
    [
      'refunded after the order was canceled and restored',
      async ({ admin: by }: SharedShop, id: string) => {
        await changeOrderStatus(by, id, { status: 'canceled' });
        await refundPart(by, id, RIVAL_ID, 'Agreed by phone');
        await changeOrderStatus(by, id, { status: 'paid' });
      },
    ],
  ])('takes the purchase of one part back that is %s, and not that of the other', async (_, takeBack) => {
    const shop = await sharedShop();
    const { buyer } = shop;
    const orderId = await buyOfBoth(buyer);
    for (const id of ['mug', 'vase'])
      await writeReview(buyer, await buyer.data.need(Products, id), { rating: 5, content: 'Good', images: [] });
    const verified = () =>
      Promise.all(
        ['mug', 'vase'].map(
          async (id) => (await buyer.data.need(Reviews, reviewIdOf(id, buyer.user.id))).data.verifiedPurchase,
        ),
      );
    expect(await verified()).toEqual([true, true]);
    await takeBack(shop, orderId);
    await buyer.drain();

    expect(await verified()).toEqual([true, false]);
  });
});
