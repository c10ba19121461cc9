import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { forgetTokens } from '#lib/store/tooling/forget-tokens.ts';
import { planLogo } from './vendor-logo.ts';
import { forgetVendors, moveVendor } from './vendors.ts';

const nothing = {
  ...{
    about: '',
    contactEmail: '',
    phone: null,
    logoFileId: null,
    deliveryNote: '',
    returnsNote: '',
    legalName: '',
    taxId: '',
  },
  ...{ payout: null, payoutLast4: null, payoutConfirmedAt: null, payoutPending: null },
} satisfies Partial<Vendor>;

/**
 * Suspends the shop of a deleted account and removes its address, bank details, description, logo, legal name and tokens.
 * The name stays: orders and books refer to it. Safe to run again.
 */
export async function forgetSeller(ctx: Context, vendorId: string): Promise<void> {
  const now = ctx.now();
  // First it is hidden, so that its logo is no longer served when it loses its last use.
  await ctx.data.tx(async (t) => {
    const vendor = await t.need(Vendors, vendorId);
    const { status, suspendedBy } = vendor.data;
    if (status === 'suspended' && suspendedBy === 'purge') return;
    const hideLogo = await planLogo(t, vendor, { status: 'suspended' }, now);
    moveVendor(t, vendor, { status: 'suspended', by: 'purge' }, now);
    hideLogo(t);
  });
  await ctx.data.tx(async (t) => {
    const removeLogo = await planLogo(t, await t.need(Vendors, vendorId), nothing, now);
    t.update(Vendors, vendorId, nothing);
    removeLogo(t);
  });
  await forgetTokens(ctx, vendorId);
  forgetVendors(ctx);
}
