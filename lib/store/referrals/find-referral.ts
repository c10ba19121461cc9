import { Users } from '#lib/auth/collections.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { Reader } from '#lib/data/store.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { ReferralCodes } from './collections.ts';

/**
 * Returns the referrer of this buyer. Unknown, disabled and own codes are ignored, and so are those of accounts that
 * are deleted or restricted: a referral never stops a purchase.
 */
export async function findReferral(
  t: Reader,
  code: string | undefined,
  buyerId: string,
): Promise<NonNullable<Order['referral']> | null> {
  if (code === undefined || !ID_PATTERN.test(code)) return null;
  const row = await t.get(ReferralCodes, code);
  if (!row || row.data.disabledAt !== null || row.data.userId === buyerId) return null;
  const referrer = await t.get(Users, row.data.userId);
  return referrer?.data.status === 'active' ? { code, referrerId: row.data.userId } : null;
}
