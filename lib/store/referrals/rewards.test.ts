import { beforeEach, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { allOf } from '#lib/notifications/queries.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { creditLane, creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { kinds } from '#lib/store/audit/kinds.ts';
import { auditReferralOf } from '#lib/store/audit/referral.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { releaseAndGrant } from '#lib/store/vendors/release-and-grant.ts';
import { asUser } from '#tests/support/context.ts';
import { RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { TEST_VENDOR_ID } from '#tests/support/shop.ts';
import { readMoney } from '#tests/support/world.ts';
import { ReferralRewards } from './collections.ts';
import { makeReferralCode, referralOf } from './referral-codes.ts';
import { grantAllRewards, grantRewards, settleReward } from './rewards.ts';

type Person = Awaited<ReturnType<typeof asUser>>;

let shop: SharedShop;
let friend: Person;
let code: string;

/** Opens a shop of two sellers with commissions of 10 %, and a friend with a code. */
async function open(vars: Readonly<Record<string, string>> = { STORE_REFERRAL_BPS: '500' }) {
  shop = await sharedShop({ vars });
  friend = await asUser(shop.buyer);
  ({ code } = await makeReferralCode(friend));
}
beforeEach(() => open());

const both = { mug: 2, vase: 1 }; // 300.00, of which the commission is 30.00

async function buy(
  units: Readonly<Record<string, number>> = both,
  referralCode: string | undefined = code,
  currency?: string,
) {
  const items = Object.entries(units).map(([id, qty]) => ({ id, qty }));
  const placed = await checkOut(shop.buyer, { input: { items, ...(currency && { currency }) }, referralCode });
  if (placed.kind === 'refusal') throw placed.error;
  const { id } = placed.body.order;
  await payByCredit(shop.buyer, id);
  await shop.buyer.drain();
  return id;
}
const complete = (id: string) => changeOrderStatus(shop.admin, id, { status: 'completed' });
const rewardOf = async (id: string) => (await shop.buyer.data.get(ReferralRewards, id))?.data;
const balance = async () => (await creditOf(shop.buyer.data, friend.user.id)).balanceMinor;

async function release(): Promise<void> {
  let next: string | null | undefined;
  do {
    next = (await releaseAndGrant(shop.buyer, next ?? undefined)).next;
  } while (next !== null);
  await shop.buyer.drain();
}
async function passReturns(): Promise<void> {
  shop.buyer.clock.advance(14 * DAY_MS);
  await release();
}
async function expectSound(id: string): Promise<void> {
  expect(await auditReferralOf(shop.buyer, id)).toEqual([]);
  expect(await kinds.orders.audit(shop.buyer, id)).toEqual([]);
  expect(auditMoney(await readMoney(shop.buyer.data))).toEqual([]);
}

describe('referral rewards', () => {
  it('waits for the end of the return period, and reaches balance, books and referrer once', async () => {
    const id = await buy();
    expect(await rewardOf(id)).toMatchObject({ referrerId: friend.user.id, amountMinor: 1_500, state: 'pending' });
    await complete(id);
    shop.buyer.clock.advance(14 * DAY_MS - 1);
    await release();
    expect([await balance(), (await rewardOf(id))?.state]).toEqual([0, 'pending']);

    shop.buyer.clock.advance(1);
    await Promise.all([grantRewards(shop.buyer), grantRewards(shop.buyer)]);
    await release();

    expect([await balance(), (await rewardOf(id))?.state]).toEqual([1_500, 'granted']);
    expect(await balanceOf(shop.buyer.data, 'platform:referral', 'UAH')).toBe(1_500);
    const { rows } = await shop.buyer.data.find(allOf(friend.user.id, 20));
    expect(rows.map(({ data }) => [data.type, data.template])).toEqual([['WALLET', 'referral.granted']]);
    const { number } = (await shop.buyer.data.need(Orders, id)).data;
    expect(await referralOf(friend)).toMatchObject({
      orders: 1,
      rewards: [{ orderNumber: number, amountMinor: 1_500, currency: 'UAH', state: 'granted' }],
    });
    await expectSound(id);
  });

  it('never exceeds the commission', async () => {
    await open({ STORE_REFERRAL_BPS: '9000' });

    expect(await rewardOf(await buy())).toMatchObject({ amountMinor: 3_000 });
  });

  it('is converted at the rate of the order and rounded down', async () => {
    await open({ STORE_REFERRAL_BPS: '333', STORE_FX_RATES: 'EUR:50,USD:40', STORE_PRICE_ROUNDING: 'exact' });
    const id = await buy(both, code, 'EUR'); // 6.00 EUR, 3.33 % of which are 19 cents

    expect(await rewardOf(id)).toMatchObject({ amountMinor: 950, currency: 'UAH' });
    await complete(id);
    await passReturns();
    expect(await balance()).toBe(950);
    await expectSound(id);
  });

  it('goes to the first paid order of a buyer alone; later ones count without a reward', async () => {
    const first = await buy();
    shop.buyer.clock.advance(1_000);
    const second = await buy({ mug: 1 });

    expect([await rewardOf(first), await rewardOf(second)]).toMatchObject([
      { state: 'pending' },
      { state: 'void', reason: 'not_first', amountMinor: 0 },
    ]);
    expect(await referralOf(friend)).toMatchObject({ orders: 2, rewards: [{ state: 'pending' }] });
  });

  it('shows rewards and all orders behind more than a page of orders without one', async () => {
    const id = await buy();
    const reward = await rewardOf(id);
    await shop.buyer.data.batch((write) => {
      for (let n = 0; reward && n < 60; n++) {
        const none = { state: 'void', reason: 'not_first', amountMinor: 0, fullMinor: 0 } as const;
        const createdAt = new Date(Date.parse(reward.createdAt) + 1 + n).toISOString();
        write.create(ReferralRewards, `ord_${n}`, { ...reward, ...none, createdAt });
      }
    });

    expect(await referralOf(friend)).toMatchObject({ orders: 61, rewards: [{ state: 'pending' }] });
  });

  it('is void from the start without a rate', async () => {
    await open({});
    const id = await buy();

    expect(await rewardOf(id)).toMatchObject({ state: 'void', reason: 'nothing', amountMinor: 0 });
    expect(await referralOf(friend)).toMatchObject({ rewardBps: 0, orders: 1, rewards: [] });
    await expectSound(id);
  });

  it('is not written for an order without a code', async () => {
    const id = await buy(both, '');

    await settleReward(shop.buyer, { orderId: id });

    expect(await rewardOf(id)).toBeUndefined();
  });

  it('is void once the order is canceled', async () => {
    const id = await buy();
    await changeOrderStatus(shop.admin, id, { status: 'canceled' });
    await shop.buyer.drain();

    expect(await rewardOf(id)).toMatchObject({ state: 'void', reason: 'canceled', amountMinor: 0 });
    await passReturns();
    expect(await balance()).toBe(0);
    await expectSound(id);
  });

  it('opens again when a cancellation is taken back', async () => {
    const id = await buy();
    await changeOrderStatus(shop.admin, id, { status: 'canceled' });
    await shop.buyer.drain();
    await complete(id);
    await shop.buyer.drain();

    expect(await rewardOf(id)).toMatchObject({ state: 'pending', reason: null, amountMinor: 1_500 });
    await passReturns();
    expect(await balance()).toBe(1_500);
    await expectSound(id);
  });

  it('never exceeds the commission on the parts that are left', async () => {
    await open({ STORE_REFERRAL_BPS: '1000' });
    await shop.buyer.data.update(Vendors, TEST_VENDOR_ID, { commissionBps: 100 });
    await shop.buyer.data.update(Vendors, RIVAL_ID, { commissionBps: 10_000 });
    const id = await buy(); // mugs for 200.00 at 1 %, a vase for 100.00 at 100 %
    expect((await rewardOf(id))?.amountMinor).toBe(3_000);

    await refusePart(shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await shop.buyer.drain();

    expect((await rewardOf(id))?.amountMinor).toBe(200);
    await complete(id);
    await passReturns();
    expect(await balance()).toBe(200);
    await expectSound(id);

    // Half of the full reward: in proportion, but more than the commission on the mugs.
    await shop.buyer.data.update(ReferralRewards, id, { amountMinor: 2_000 });
    const findings = await auditReferralOf(shop.buyer, id);
    expect(findings.map(({ why }) => why)).toContain('has a reward of 2000, above the 200 of its parts');
  });

  it('keeps neither sellers nor other referrers waiting when one grant fails', async () => {
    const id = await buy();
    await complete(id);
    const failed = await rewardOf(id);
    if (failed) await shop.buyer.data.set(ReferralRewards, 'ord_0', { ...failed, referrerId: 'usr_0' });
    const order = (await shop.buyer.data.need(Orders, id)).data;
    await shop.buyer.data.set(Orders, 'ord_0', { ...order, userId: 'usr_buyer' });
    shop.buyer.clock.advance(14 * DAY_MS);
    const { data } = shop.buyer;
    const tx: typeof data.tx = (work, options) =>
      options?.lane === creditLane('usr_0') ? Promise.reject(new Error('broken')) : data.tx(work, options);

    const ended = await releaseAndGrant({ ...shop.buyer, data: { ...data, tx } });

    expect(ended).toMatchObject({ next: null });
    expect([await balance(), (await data.need(Orders, id)).data.vendorSettlements.map(({ state }) => state)]).toEqual([
      1_500,
      ['payable', 'payable'],
    ]);
  });

  it('is lowered by a refused part in proportion, and waits for the live ones alone', async () => {
    const id = await buy();
    await refusePart(shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await shop.buyer.drain();
    expect(await rewardOf(id)).toMatchObject({ state: 'pending', amountMinor: 1_000, fullMinor: 1_500 });

    await complete(id);
    await passReturns();

    expect([await balance(), (await rewardOf(id))?.state]).toEqual([1_000, 'granted']);
    await expectSound(id);
  });

  it('is void once every part was refused', async () => {
    const id = await buy({ vase: 1 });
    await refusePart(shop.rival, { vendorId: RIVAL_ID, isOther: false }, id, {
      code: 'out_of_stock',
      reason: 'The last vase broke',
    });
    await shop.buyer.drain();

    expect(await rewardOf(id)).toMatchObject({ state: 'void', amountMinor: 0 });
    await expectSound(id);
  });

  it('sees a refund that comes between the look at the order and the grant', async () => {
    const id = await buy();
    await complete(id);
    shop.buyer.clock.advance(14 * DAY_MS);
    const { data } = shop.buyer;
    const tx: typeof data.tx = async (work, options) => {
      await data.update(Orders, id, { payState: 'refunded' });
      return data.tx(work, options);
    };

    expect(await grantRewards({ ...shop.buyer, data: { ...data, tx } })).toMatchObject({ seen: 1, done: 0 });

    expect([await balance(), await rewardOf(id)]).toMatchObject([0, { state: 'void', reason: 'refunded' }]);
  });

  it('grants past a whole slice of rewards that wait', async () => {
    const id = await buy();
    await complete(id);
    const [order, reward] = [(await shop.buyer.data.need(Orders, id)).data, await rewardOf(id)];
    await shop.buyer.data.batch((write) => {
      for (let n = 0; reward && n < 100; n++) {
        const createdAt = new Date(Date.parse(reward.createdAt) - 100 + n).toISOString();
        write.create(Orders, `ord_${n}`, { ...order, userId: `usr_${n}`, payState: 'refund_pending' });
        write.create(ReferralRewards, `ord_${n}`, { ...reward, createdAt });
      }
    });
    shop.buyer.clock.advance(14 * DAY_MS);

    expect(await grantAllRewards(shop.buyer)).toEqual({ seen: 101, done: 1 });
    expect(await balance()).toBe(1_500);
  });

  it.each(['refund_pending', 'suspicious'] as const)('waits while the money of the order is %s', async (payState) => {
    const id = await buy();
    await complete(id);
    shop.buyer.clock.advance(14 * DAY_MS);
    await shop.buyer.data.update(Orders, id, { payState });

    await grantRewards(shop.buyer);
    expect([await balance(), (await rewardOf(id))?.state]).toEqual([0, 'pending']);

    await shop.buyer.data.update(Orders, id, { payState: 'paid' });
    await grantRewards(shop.buyer);
    expect(await balance()).toBe(1_500);
  });

  it('waits while the referrer is restricted, and is void when the account is gone', async () => {
    const id = await buy();
    await complete(id);
    await shop.buyer.data.update(Users, friend.user.id, { status: 'restricted' });
    await passReturns();
    expect((await rewardOf(id))?.state).toBe('pending');

    await shop.buyer.data.delete(Users, friend.user.id);
    await grantRewards(shop.buyer);

    expect(await rewardOf(id)).toMatchObject({ state: 'void', reason: 'no_referrer' });
  });

  it('SI30 reports a reward that differs from its entry, and an entry without a reward', async () => {
    const id = await buy();
    await complete(id);
    await passReturns();
    const rulesOf = async () => (await auditReferralOf(shop.buyer, id)).map(({ invariant }) => invariant);

    for (const patch of [
      { amountMinor: 1_499 },
      { state: 'pending' },
      { referrerId: 'usr_other' },
      { state: 'void', reason: 'canceled' },
    ] as const) {
      const { data } = await shop.buyer.data.need(ReferralRewards, id);
      await shop.buyer.data.update(ReferralRewards, id, patch);
      expect(await rulesOf()).toContain('SI30');
      await shop.buyer.data.set(ReferralRewards, id, data);
    }
    expect(await rulesOf()).toEqual([]);
    await shop.buyer.data.delete(ReferralRewards, id);
    expect(await rulesOf()).toEqual(['SI30']);
  });
});
