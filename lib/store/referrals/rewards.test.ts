import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { allOf } from '#lib/notifications/queries.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { auditReferralOf } from '#lib/store/audit/referral.ts';
import { Orders } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { both, openReferralWorld, type ReferralWorld } from '#tests/support/referral-world.ts';
import { ReferralRewards } from './collections.ts';
import { referralOf } from './referral-codes.ts';
import { grantRewards, settleReward } from './rewards.ts';

let world: ReferralWorld;
beforeEach(async () => {
  world = await openReferralWorld();
});

describe('referral rewards', () => {
  it('waits for the end of the return period, and reaches balance, books and referrer once', async () => {
    const id = await world.buy();
    expect(await world.rewardOf(id)).toMatchObject({
      referrerId: world.friend.user.id,
      amountMinor: 1_500,
      state: 'pending',
    });
    await world.complete(id);
    world.shop.buyer.clock.advance(14 * DAY_MS - 1);
    await world.release();
    expect([await world.balance(), (await world.rewardOf(id))?.state]).toEqual([0, 'pending']);

    world.shop.buyer.clock.advance(1);
    await Promise.all([grantRewards(world.shop.buyer), grantRewards(world.shop.buyer)]);
    await world.release();

    expect([await world.balance(), (await world.rewardOf(id))?.state]).toEqual([1_500, 'granted']);
    expect(await balanceOf(world.shop.buyer.data, 'platform:referral', 'UAH')).toBe(1_500);
    const { rows } = await world.shop.buyer.data.find(allOf(world.friend.user.id, 20));
    expect(rows.map(({ data }) => [data.type, data.template])).toEqual([['WALLET', 'referral.granted']]);
    const { number } = (await world.shop.buyer.data.need(Orders, id)).data;
    expect(await referralOf(world.friend)).toMatchObject({
      orders: 1,
      rewards: [{ orderNumber: number, amountMinor: 1_500, currency: 'UAH', state: 'granted' }],
    });
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('never exceeds the commission', async () => {
    world = await openReferralWorld({ STORE_REFERRAL_BPS: '9000' });

    expect(await world.rewardOf(await world.buy())).toMatchObject({ amountMinor: 3_000 });
  });

  it('is converted at the rate of the order and rounded down', async () => {
    world = await openReferralWorld({
      STORE_REFERRAL_BPS: '333',
      STORE_FX_RATES: 'EUR:50,USD:40',
      STORE_PRICE_ROUNDING: 'exact',
    });
    const id = await world.buy(both, world.code, 'EUR'); // 6.00 EUR, 3.33 % of which are 19 cents

    expect(await world.rewardOf(id)).toMatchObject({ amountMinor: 950, currency: 'UAH' });
    await world.complete(id);
    await world.passReturns();
    expect(await world.balance()).toBe(950);
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('goes to the first paid order of a buyer alone; later ones count without a reward', async () => {
    const first = await world.buy();
    world.shop.buyer.clock.advance(1_000);
    const second = await world.buy({ mug: 1 });

    expect([await world.rewardOf(first), await world.rewardOf(second)]).toMatchObject([
      { state: 'pending' },
      { state: 'void', reason: 'not_first', amountMinor: 0 },
    ]);
    expect(await referralOf(world.friend)).toMatchObject({ orders: 2, rewards: [{ state: 'pending' }] });
  });

  it('shows rewards and all orders behind more than a page of orders without one', async () => {
    const id = await world.buy();
    const reward = await world.rewardOf(id);
    await world.shop.buyer.data.batch((write) => {
      for (let n = 0; reward && n < 60; n++) {
        const none = { state: 'void', reason: 'not_first', amountMinor: 0, fullMinor: 0 } as const;
        const createdAt = new Date(Date.parse(reward.createdAt) + 1 + n).toISOString();
        write.create(ReferralRewards, `ord_${n}`, { ...reward, ...none, createdAt });
      }
    });

    expect(await referralOf(world.friend)).toMatchObject({ orders: 61, rewards: [{ state: 'pending' }] });
  });

  it('is void from the start without a rate', async () => {
    world = await openReferralWorld({});
    const id = await world.buy();

    expect(await world.rewardOf(id)).toMatchObject({ state: 'void', reason: 'nothing', amountMinor: 0 });
    expect(await referralOf(world.friend)).toMatchObject({ rewardBps: 0, orders: 1, rewards: [] });
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('is not written for an order without a code', async () => {
    const id = await world.buy(both, '');

    await settleReward(world.shop.buyer, { orderId: id });

    expect(await world.rewardOf(id)).toBeUndefined();
  });

  it('is void once the order is canceled', async () => {
    const id = await world.buy();
    await changeOrderStatus(world.shop.admin, id, { status: 'canceled' });
    await world.shop.buyer.drain();

    expect(await world.rewardOf(id)).toMatchObject({ state: 'void', reason: 'canceled', amountMinor: 0 });
    await world.passReturns();
    expect(await world.balance()).toBe(0);
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('opens again when a cancellation is taken back', async () => {
    const id = await world.buy();
    await changeOrderStatus(world.shop.admin, id, { status: 'canceled' });
    await world.shop.buyer.drain();
    await world.complete(id);
    await world.shop.buyer.drain();

    expect(await world.rewardOf(id)).toMatchObject({ state: 'pending', reason: null, amountMinor: 1_500 });
    await world.passReturns();
    expect(await world.balance()).toBe(1_500);
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('SI30 reports a reward that differs from its entry, and an entry without a reward', async () => {
    const id = await world.buy();
    await world.complete(id);
    await world.passReturns();
    const rulesOf = async () => (await auditReferralOf(world.shop.buyer, id)).map(({ invariant }) => invariant);

    for (const patch of [
      { amountMinor: 1_499 },
      { state: 'pending' },
      { referrerId: 'usr_other' },
      { state: 'void', reason: 'canceled' },
    ] as const) {
      const { data } = await world.shop.buyer.data.need(ReferralRewards, id);
      await world.shop.buyer.data.update(ReferralRewards, id, patch);
      expect(await rulesOf()).toContain('SI30');
      await world.shop.buyer.data.set(ReferralRewards, id, data);
    }
    expect(await rulesOf()).toEqual([]);
    await world.shop.buyer.data.delete(ReferralRewards, id);
    expect(await rulesOf()).toEqual(['SI30']);
  });
});
