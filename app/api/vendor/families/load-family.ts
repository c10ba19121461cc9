import type { UserContext } from '#lib/context/context.ts';
import { getOwnFamily } from '#lib/store/families/family-views.ts';
import { actingVendor, type VendorAct } from '#lib/store/vendors/acting-vendor.ts';

/** Finds the family that a path names, for a caller who acts for its vendor. */
export const loadFamily =
  (act: VendorAct) =>
  async ({ ctx, params }: { readonly ctx: UserContext; readonly params: { readonly id: string } }) => {
    const acting = await actingVendor(ctx, act);
    return { acting, row: await getOwnFamily(ctx, acting, params.id) };
  };
