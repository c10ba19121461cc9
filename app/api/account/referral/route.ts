import { defineRoute } from '#lib/api/define-route.ts';
import { disableOwnCode, makeReferralCode, referralOf } from '#lib/store/referrals/referral-codes.ts';
import { referralDisabled, referralLink, referralView } from '#lib/store/schemas/shoppers/referral.ts';

export const GET = defineRoute({
  summary: 'Read the own referral code, with its orders and rewards',
  auth: 'session',
  rateLimit: 'referral',
  response: referralView,
  handler: ({ ctx }) => referralOf(ctx),
});

export const POST = defineRoute({
  summary: 'Make a referral code, or read the live one',
  auth: 'session',
  rateLimit: 'referral',
  response: referralLink,
  status: 201,
  handler: async ({ ctx }) => {
    const { isNew, ...link } = await makeReferralCode(ctx);
    return isNew ? link : Response.json(referralLink.parse(link));
  },
});

export const DELETE = defineRoute({
  summary: 'Disable the own referral code',
  auth: 'session',
  rateLimit: 'referral',
  response: referralDisabled,
  handler: async ({ ctx }) => {
    await disableOwnCode(ctx);
    return { disabled: true as const };
  },
});
