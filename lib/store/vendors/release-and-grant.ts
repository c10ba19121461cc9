import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import { grantAllRewards } from '#lib/store/referrals/rewards.ts';
import { releaseDue } from './settlement-release.ts';

/**
 * Releases a slice of the settlements that are due, and with the last of them grants all rewards that are due. A
 * release that throws does not keep the rewards back, and rewards leave no cursor, so the next run begins with sellers.
 */
export async function releaseAndGrant(ctx: Context, after?: Cursor): Promise<Swept> {
  const [released] = await Promise.allSettled([releaseDue(ctx, after)]);
  if (released.status === 'fulfilled' && released.value.next !== null) return released.value;
  const granted = await grantAllRewards(ctx);
  if (released.status === 'rejected') throw released.reason;
  const { seen, done } = released.value;
  return { seen: seen + granted.seen, done: done + granted.done, next: null };
}
