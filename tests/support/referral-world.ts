import { DAY_MS } from '#lib/core/time.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { kinds } from '#lib/store/audit/kinds.ts';
import { auditReferralOf } from '#lib/store/audit/referral.ts';
import { checkOut } from '#lib/store/checkout/checkout.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { ReferralRewards } from '#lib/store/referrals/collections.ts';
import { makeReferralCode } from '#lib/store/referrals/referral-codes.ts';
import { releaseAndGrant } from '#lib/store/vendors/release-and-grant.ts';
import { asUser } from './context.ts';
import { sharedShop } from './shared-order.ts';
import { readMoney } from './world.ts';

/** Two mugs of one seller and a vase of another: 300.00, of which the commission is 30.00. */
export const both = { mug: 2, vase: 1 };

/** Opens a shop of two sellers with commissions of 10 %, and a friend with a code. */
export async function openReferralWorld(vars: Readonly<Record<string, string>> = { STORE_REFERRAL_BPS: '500' }) {
  const shop = await sharedShop({ vars });
  const friend = await asUser(shop.buyer);
  const { code } = await makeReferralCode(friend);
  const { data, clock, drain } = shop.buyer;

  /** Places an order of the buyer by a code and pays it. Returns its id. */
  async function buy(
    units: Readonly<Record<string, number>> = both,
    referralCode: string | undefined = code,
    currency?: string,
  ): Promise<string> {
    const items = Object.entries(units).map(([id, qty]) => ({ id, qty }));
    const placed = await checkOut(shop.buyer, { input: { items, ...(currency && { currency }) }, referralCode });
    if (placed.kind === 'refusal') throw placed.error;
    const { id } = placed.body.order;
    await payByCredit(shop.buyer, id);
    await drain();
    return id;
  }

  /** Runs the release of settlements and the grants of rewards to their end. */
  async function release(): Promise<void> {
    let next: string | null | undefined;
    do {
      next = (await releaseAndGrant(shop.buyer, next ?? undefined)).next;
    } while (next !== null);
    await drain();
  }

  return {
    ...{ shop, friend, code, buy, release },
    complete: (id: string) => changeOrderStatus(shop.admin, id, { status: 'completed' }),
    rewardOf: async (id: string) => (await data.get(ReferralRewards, id))?.data,
    balance: async () => (await creditOf(data, friend.user.id)).balanceMinor,
    /** Lets the return period pass, and releases what is due then. */
    async passReturns(): Promise<void> {
      clock.advance(14 * DAY_MS);
      await release();
    },
    /** Returns what the audits of referrals, orders and money find. */
    async findingsOf(id: string): Promise<readonly unknown[]> {
      return [
        ...(await auditReferralOf(shop.buyer, id)),
        ...(await kinds.orders.audit(shop.buyer, id)),
        ...auditMoney(await readMoney(data)),
      ];
    },
  };
}
export type ReferralWorld = Awaited<ReturnType<typeof openReferralWorld>>;
