import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { currencyCode, minorUnits } from '#lib/core/money.ts';
import { isoTime } from '#lib/core/time.ts';
import { rewardStates, voidReasons } from '#lib/store/values.ts';

/** A code that a user gives to others. The id is the code. */
export const referralCode = z.object({
  userId: idText,
  disabledAt: isoTime.nullable(),
  /** The user, or an administrator. */
  disabledBy: idText.nullable(),
  createdAt: isoTime,
});
export type ReferralCode = z.infer<typeof referralCode>;

/**
 * What a user gets for a paid order that came by their code. The id is that of the order. Only the first order of a
 * buyer is rewarded; any other has a row that is void from the start.
 */
export const referralReward = z.object({
  referrerId: idText,
  buyerId: idText,
  /** The reward of the whole order. A refunded part lowers `amountMinor` below it. */
  fullMinor: minorUnits.min(0),
  amountMinor: minorUnits.min(0),
  currency: currencyCode,
  state: z.enum(rewardStates),
  reason: z.enum(voidReasons).nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type ReferralReward = z.infer<typeof referralReward>;

export const referralView = z
  .object({
    code: z.string().nullable(),
    url: z.string().nullable(),
    /** How many codes the user can still make, ever. */
    codesLeft: z.int().nonnegative(),
    /** Hundredths of a percent of the goods of a first order; 0: no rewards. */
    rewardBps: z.int(),
    /** Paid orders that came by any code of the user. */
    orders: z.int().nonnegative(),
    rewards: z.array(
      z.object({
        orderNumber: z.string(),
        amountMinor: minorUnits,
        currency: currencyCode,
        state: z.enum(rewardStates),
        createdAt: isoTime,
      }),
    ),
  })
  .meta({ id: 'Referral' });
export type ReferralView = z.output<typeof referralView>;

export const referralLink = z.object({ code: z.string(), url: z.string() }).meta({ id: 'ReferralLink' });
export type ReferralLink = z.output<typeof referralLink>;

export const referralDisabled = z.object({ disabled: z.literal(true) });

export const disableReferralInput = z.strictObject({ reason: z.string().trim().min(1).max(500) });
export const referralDisabledByAdmin = z.object({
  success: z.literal(true),
  code: z.string(),
  userId: idText,
  disabledAt: isoTime,
});
