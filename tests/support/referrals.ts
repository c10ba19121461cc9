import type { Runtime } from '#lib/context/runtime.ts';
import { ReferralCodes } from '#lib/store/referrals/collections.ts';

/** Inserts a user's referral code. */
export async function addReferralCode(
  { data, now }: Pick<Runtime, 'data' | 'now'>,
  code: string,
  { userId, isDisabled = false }: { readonly userId: string; readonly isDisabled?: boolean },
): Promise<void> {
  const createdAt = now().toISOString();
  await data.create(ReferralCodes, code, {
    userId,
    disabledAt: isDisabled ? createdAt : null,
    disabledBy: null,
    createdAt,
  });
}
