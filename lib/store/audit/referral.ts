import type { Context } from '#lib/context/context.ts';
import { auditUnchanged } from '#lib/payments/audit/audit-unchanged.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { bookedOf } from '#lib/payments/audit/rows.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import type { JournalPosting } from '#lib/payments/schemas/journal.ts';
import { Orders } from '#lib/store/collections.ts';
import { ReferralRewards } from '#lib/store/referrals/collections.ts';
import { fullReward, rewardOfParts } from '#lib/store/referrals/reward-of.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { ReferralReward } from '#lib/store/schemas/shoppers/referral.ts';

const ALL_BPS = 10_000;

export type ReferralOnRecord = {
  readonly id: string;
  readonly order: Order;
  readonly reward: ReferralReward | undefined;
  /** The postings of the entry `referral` of the order. */
  readonly booked: readonly Pick<JournalPosting, 'account' | 'amountMinor' | 'currency'>[] | null;
};

/**
 * The parts of the order that a reward still covered when it was last changed. Later refusals and refunds reach it after
 * that, or never once it was granted. A refund has no time of its own: it counts when the order has not changed since.
 */
const coveredParts = ({ parts, updatedAt }: Order, at: string): Order['parts'] =>
  parts.filter(
    ({ refusedAt, refund }) => !(refusedAt !== null && refusedAt < at) && !(refund !== null && updatedAt < at),
  );

/**
 * SI30: a reward is booked exactly when it was granted, once, to the referrer whom the order names, and never exceeds
 * the commission on the parts that were neither refused nor refunded.
 */
export function auditReferral({ id, order, reward, booked }: ReferralOnRecord): Finding[] {
  if (!reward) return findingsOf('SI30', id, [booked !== null && 'has a booked reward without its row']);
  const { referrerId, buyerId, state, reason, amountMinor, fullMinor, currency } = reward;
  const isGranted = state === 'granted';
  const mostMinor = rewardOfParts(order, fullMinor, coveredParts(order, reward.updatedAt));
  const isPosted = (account: string, minor: number) =>
    booked?.some(
      (posting) => posting.account === account && posting.amountMinor === minor && posting.currency === currency,
    );
  return findingsOf('SI30', id, [
    isGranted !== (booked !== null) &&
      `has a reward that is ${state}, but its entry is ${booked ? 'there' : 'missing'}`,
    isGranted &&
      !(isPosted('platform:referral', amountMinor) && isPosted(userCredit(referrerId), -amountMinor)) &&
      `has a reward of ${amountMinor} ${currency}, but its entry differs`,
    (order.referral?.referrerId !== referrerId || order.userId !== buyerId) && 'has a reward of other people',
    order.paidAt === null && 'has a reward but was never paid',
    amountMinor > mostMinor && `has a reward of ${amountMinor}, above the ${mostMinor} of its parts`,
    fullMinor > fullReward(order, ALL_BPS) && `has a reward of ${fullMinor}, above its commission`,
    (state === 'void') !== (reason !== null) && `has a reward that is ${state} with reason ${reason}`,
    state === 'void' && amountMinor !== 0 && `has a void reward of ${amountMinor}`,
  ]);
}

/** SI30 of one order. */
export const auditReferralOf = ({ data }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const order = await data.get(Orders, id);
    // Few orders come by a code, so the others cost no further read.
    if (!order?.data.referral) return { version: order?.version ?? '', findings: [] };
    const [reward, booked] = await Promise.all([data.get(ReferralRewards, id), bookedOf(data, 'referral', id)]);
    return {
      version: `${order.version}.${reward?.version ?? ''}`,
      findings: auditReferral({ id, order: order.data, reward: reward?.data, booked }),
    };
  });
