import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { forgetVendors, moveVendor } from './vendors.ts';

const nothing = {
  ...{ about: '', contactEmail: '', phone: null, deliveryNote: '', returnsNote: '', legalName: '', taxId: '' },
  ...{ payout: null, payoutLast4: null, payoutConfirmedAt: null, payoutPending: null },
} satisfies Partial<Vendor>;

/**
 * Suspends the shop of a deleted account and removes its address, bank details, description and legal name. The name
 * stays: orders and books refer to it. Safe to run again.
 */
export async function forgetSeller(ctx: Context, vendorId: string): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(async (t) => {
    const vendor = await t.need(Vendors, vendorId);
    const { status, suspendedBy } = vendor.data;
    if (status !== 'suspended' || suspendedBy !== 'purge')
      moveVendor(t, vendor, { status: 'suspended', by: 'purge' }, now);
    t.update(Vendors, vendorId, nothing);
  });
  forgetVendors(ctx);
}
