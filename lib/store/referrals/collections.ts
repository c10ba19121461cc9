import { collection } from '#lib/data/collection.ts';
import { referralCode, referralReward } from '#lib/store/schemas/shoppers/referral.ts';

export const ReferralCodes = collection('referral_codes', {
  label: 'Referral code',
  schema: referralCode,
  indexes: [['userId', 'createdAt desc']],
  version: 2,
  migrate: (row) => ({ disabledBy: null, ...row }),
});

/** What referrers get for orders. The id is that of the order. */
export const ReferralRewards = collection('referral_rewards', {
  label: 'Referral reward',
  schema: referralReward,
  indexes: [
    ['referrerId', 'createdAt desc'],
    ['referrerId', 'state', 'createdAt desc'],
    ['state', 'createdAt'],
  ],
});
