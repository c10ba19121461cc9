import { beforeEach, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { creditLane } from '#lib/payments/credit/credit.ts';
import { auditReferralOf } from '#lib/store/audit/referral.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { releaseAndGrant } from '#lib/store/vendors/release-and-grant.ts';
import { openReferralWorld, type ReferralWorld } from '#tests/support/referral-world.ts';
import { RIVAL_ID } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { ReferralRewards } from './collections.ts';
import { grantAllRewards, grantRewards } from './rewards.ts';

let world: ReferralWorld;
beforeEach(async () => {
  world = await openReferralWorld();
});

describe('a reward that waits', () => {
  it('SI30 never exceeds the commission on the parts that are left', async () => {
    world = await openReferralWorld({ STORE_REFERRAL_BPS: '1000' });
    await world.shop.buyer.data.update(Vendors, TEST_VENDOR_ID, { commissionBps: 100 });
    await world.shop.buyer.data.update(Vendors, RIVAL_ID, { commissionBps: 10_000 });
    const id = await world.buy(); // mugs for 200.00 at 1 %, a vase for 100.00 at 100 %
    expect((await world.rewardOf(id))?.amountMinor).toBe(3_000);

    await refusePart(world.shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await world.shop.buyer.drain();

    expect((await world.rewardOf(id))?.amountMinor).toBe(200);
    await world.complete(id);
    await world.passReturns();
    expect(await world.balance()).toBe(200);
    expect(await world.findingsOf(id)).toEqual([]);

    // Half of the full reward: in proportion, but more than the commission on the mugs.
    await world.shop.buyer.data.update(ReferralRewards, id, { amountMinor: 2_000 });
    const findings = await auditReferralOf(world.shop.buyer, id);
    expect(findings.map(({ why }) => why)).toContain('has a reward of 2000, above the 200 of its parts');
  });

  it('keeps neither sellers nor other referrers waiting when one grant fails', async () => {
    const id = await world.buy();
    await world.complete(id);
    const failed = await world.rewardOf(id);
    if (failed) await world.shop.buyer.data.set(ReferralRewards, 'ord_0', { ...failed, referrerId: 'usr_0' });
    const order = (await world.shop.buyer.data.need(Orders, id)).data;
    await world.shop.buyer.data.set(Orders, 'ord_0', { ...order, userId: 'usr_buyer' });
    world.shop.buyer.clock.advance(14 * DAY_MS);
    const { data } = world.shop.buyer;
    const tx: typeof data.tx = (work, options) =>
      options?.lane === creditLane('usr_0') ? Promise.reject(new Error('broken')) : data.tx(work, options);

    const ended = await releaseAndGrant({ ...world.shop.buyer, data: { ...data, tx } });

    expect(ended).toMatchObject({ next: null });
    expect([
      await world.balance(),
      (await data.need(Orders, id)).data.vendorSettlements.map(({ state }) => state),
    ]).toEqual([1_500, ['payable', 'payable']]);
  });

  it('is lowered by a refused part in proportion, and waits for the live ones alone', async () => {
    const id = await world.buy();
    await refusePart(world.shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await world.shop.buyer.drain();
    expect(await world.rewardOf(id)).toMatchObject({ state: 'pending', amountMinor: 1_000, fullMinor: 1_500 });

    await world.complete(id);
    await world.passReturns();

    expect([await world.balance(), (await world.rewardOf(id))?.state]).toEqual([1_000, 'granted']);
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('is void once every part was refused', async () => {
    const id = await world.buy({ vase: 1 });
    await refusePart(world.shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await world.shop.buyer.drain();

    expect(await world.rewardOf(id)).toMatchObject({ state: 'void', amountMinor: 0 });
    expect(await world.findingsOf(id)).toEqual([]);
  });

  it('sees a refund that comes between the look at the order and the grant', async () => {
    const id = await world.buy();
    await world.complete(id);
    world.shop.buyer.clock.advance(14 * DAY_MS);
    const { data } = world.shop.buyer;
    const tx: typeof data.tx = async (work, options) => {
      await data.update(Orders, id, { payState: 'refunded' });
      return data.tx(work, options);
    };

    expect(await grantRewards({ ...world.shop.buyer, data: { ...data, tx } })).toMatchObject({ seen: 1, done: 0 });

    expect([await world.balance(), await world.rewardOf(id)]).toMatchObject([0, { state: 'void', reason: 'refunded' }]);
  });

  it('grants past a whole slice of rewards that wait', async () => {
    const id = await world.buy();
    await world.complete(id);
    const [order, reward] = [(await world.shop.buyer.data.need(Orders, id)).data, await world.rewardOf(id)];
    await world.shop.buyer.data.batch((write) => {
      for (let n = 0; reward && n < 100; n++) {
        const createdAt = new Date(Date.parse(reward.createdAt) - 100 + n).toISOString();
        write.create(Orders, `ord_${n}`, { ...order, userId: `usr_${n}`, payState: 'refund_pending' });
        write.create(ReferralRewards, `ord_${n}`, { ...reward, createdAt });
      }
    });
    world.shop.buyer.clock.advance(14 * DAY_MS);

    expect(await grantAllRewards(world.shop.buyer)).toEqual({ seen: 101, done: 1 });
    expect(await world.balance()).toBe(1_500);
  });

  it.each(['refund_pending', 'suspicious'] as const)('waits while the money of the order is %s', async (payState) => {
    const id = await world.buy();
    await world.complete(id);
    world.shop.buyer.clock.advance(14 * DAY_MS);
    await world.shop.buyer.data.update(Orders, id, { payState });

    await grantRewards(world.shop.buyer);
    expect([await world.balance(), (await world.rewardOf(id))?.state]).toEqual([0, 'pending']);

    await world.shop.buyer.data.update(Orders, id, { payState: 'paid' });
    await grantRewards(world.shop.buyer);
    expect(await world.balance()).toBe(1_500);
  });

  it('waits while the referrer is restricted, and is void when the account is gone', async () => {
    const id = await world.buy();
    await world.complete(id);
    await world.shop.buyer.data.update(Users, world.friend.user.id, { status: 'restricted' });
    await world.passReturns();
    expect((await world.rewardOf(id))?.state).toBe('pending');

    await world.shop.buyer.data.delete(Users, world.friend.user.id);
    await grantRewards(world.shop.buyer);

    expect(await world.rewardOf(id)).toMatchObject({ state: 'void', reason: 'no_referrer' });
  });
});
