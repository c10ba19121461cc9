import type { AdminVendor, ChangeVendor } from '#lib/admin/schemas/vendor.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { planSlug } from '#lib/store/vendors/vendor-slugs.ts';
import { forgetVendors, promiseVendorIndex } from '#lib/store/vendors/vendors.ts';
import { assertFreshVendor, assertNotHouse, assertNotOwnVendor, getAdminVendor, vendorLane } from './admin-vendor.ts';
import { notifySeller, type Told } from './notify-seller.ts';

/**
 * Changes what only an administrator may: the commission of orders created from now on, and the name and the address of
 * a shop. A former address stays claimed. Throws OwnVendor, HouseVendor for a commission of the shop itself, SlugTaken
 * and StaleVersion.
 */
export async function changeVendor(ctx: UserContext, vendorId: string, input: ChangeVendor): Promise<AdminVendor> {
  const now = ctx.now();
  const at = now.toISOString();
  const { version, ...asked } = input;
  const act = { action: 'vendor.changed', targetType: 'vendor', targetId: vendorId };
  await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const vendor = await t.need(Vendors, vendorId);
        assertNotOwnVendor(ctx, vendor.data);
        if (asked.commissionBps !== undefined) assertNotHouse(vendorId);
        const { before, after } = changesOf(vendor.data, asked);
        if (Object.keys(after).length === 0) return;
        assertFreshVendor(vendor.data, version);
        const claim = after.slug === undefined ? null : await planSlug(t, vendor, after.slug);
        claim?.(t, at);
        t.update(Vendors, vendorId, { ...after, version: vendor.data.version + 1, updatedAt: at });
        if (after.name !== undefined || after.slug !== undefined) promiseVendorIndex(t, vendorId, now);
        for (const told of toldOf(ctx, vendor.data, after)) notifySeller(t, vendor, told, now);
        auditRow(t, ctx, { ...act, before, after, now });
      },
      { lane: vendorLane(vendorId), mayQuery: true },
    ),
  );
  forgetVendors(ctx);
  return getAdminVendor(ctx, vendorId);
}

type Changes = Partial<Pick<Vendor, 'commissionBps' | 'name' | 'slug'>>;

/** Returns what a change really changes, with the values before it. */
function changesOf(vendor: Vendor, asked: Changes): { readonly before: Changes; readonly after: Changes } {
  const names = (['commissionBps', 'name', 'slug'] as const).filter(
    (name) => asked[name] !== undefined && asked[name] !== vendor[name],
  );
  return {
    before: Object.fromEntries(names.map((name) => [name, vendor[name]])),
    after: Object.fromEntries(names.map((name) => [name, asked[name]])),
  };
}

function toldOf({ env }: UserContext, vendor: Vendor, { commissionBps, name, slug }: Changes): Told[] {
  const rate = commissionBps === undefined ? null : (commissionBps ?? env.STORE_COMMISSION_BPS);
  return [
    ...(rate === null ? [] : [{ template: 'vendor.commission_changed', params: { percent: rate / 100 } } as const]),
    ...(name === undefined && slug === undefined
      ? []
      : [{ template: 'vendor.renamed', params: { name: name ?? vendor.name, slug: slug ?? vendor.slug } } as const]),
  ];
}
