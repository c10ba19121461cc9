import { type Cursor, from, type Query } from '#lib/data/query.ts';
import { Orders } from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import type { ReferralCode, ReferralReward } from '#lib/store/schemas/shoppers/referral.ts';
import { ReferralCodes, ReferralRewards } from './collections.ts';

/** The codes of a user, newest first. */
export const codesOf = (userId: string, limit: number): Query<ReferralCode> =>
  from(ReferralCodes).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(limit);

/** Every paid order that came by a code of the referrer. For a count. */
export const ordersOfReferrer = (referrerId: string): Query<ReferralReward> =>
  from(ReferralRewards).where('referrerId', '==', referrerId).orderBy('createdAt', 'desc');

/** The rewards of a referrer that are not void, newest first. */
export const rewardsOf = (referrerId: string, limit: number): Query<ReferralReward> =>
  from(ReferralRewards)
    .where('referrerId', '==', referrerId)
    .where('state', 'in', ['pending', 'granted'])
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** The rewards that wait for the end of a return period, the longest waiting first. */
export const pendingRewards = (limit: number, after?: Cursor): Query<ReferralReward> =>
  from(ReferralRewards).where('state', '==', 'pending').orderBy('createdAt').limit(limit).after(after);

/** The paid orders of a buyer, the first payment first. */
export const firstPaidOrders = (userId: string, limit: number): Query<Order> =>
  from(Orders).where('userId', '==', userId).where('paidAt', '>', '').orderBy('paidAt').limit(limit);
