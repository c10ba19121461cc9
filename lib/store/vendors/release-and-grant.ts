import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { grantRewards } from '#lib/store/referrals/rewards.ts';
import { releaseDue } from './settlement-release.ts';

/** Begins the cursor of a slice of rewards, which come after all settlements. */
const REWARDS = 'rewards/';

/** Releases a slice of the settlements that are due, and after the last of them grants a slice of the rewards. */
export async function releaseAndGrant(ctx: Context, after?: Cursor): Promise<Swept> {
  if (!after?.startsWith(REWARDS)) {
    const released = await releaseDue(ctx, after);
    return { ...released, next: released.next ?? REWARDS };
  }
  const granted = await grantRewards(ctx, after.slice(REWARDS.length) || undefined);
  return { ...granted, next: granted.next === null ? null : REWARDS + granted.next };
}
