import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { disableCode, getReferralCode } from '#lib/store/referrals/referral-codes.ts';
import { disableReferralInput, referralDisabledByAdmin } from '#lib/store/schemas/shoppers/referral.ts';

export const POST = defineRoute({
  summary: 'Disable a referral code',
  auth: 'admin',
  params: z.object({ code: idText }),
  load: ({ ctx, params: { code } }) => getReferralCode(ctx, code),
  body: disableReferralInput,
  response: referralDisabledByAdmin,
  handler: ({ ctx, params: { code }, body }) => disableCode(ctx, code, body.reason),
});
