import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { setVendorStatus } from './vendors.ts';

const nothing = { about: '', contactEmail: '', payout: null, payoutLast4: null } satisfies Partial<Vendor>;

/**
 * Suspends the shop of a deleted account and removes its address, bank details and description. The name stays: orders
 * and books refer to it. Safe to run again.
 */
export async function forgetSeller(ctx: Context, vendorId: string): Promise<void> {
  await setVendorStatus(ctx, vendorId, 'suspended');
  await ctx.data.update(Vendors, vendorId, nothing);
}
