import type { UserContext } from '#lib/context/context.ts';
import { getOwnProduct } from '#lib/store/products/vendor-product.ts';
import { actingVendor, type VendorAct } from '#lib/store/vendors/acting-vendor.ts';

/** Finds the product that a path names, for a caller who acts for its vendor. */
export const loadProduct =
  (act: VendorAct) =>
  async ({ ctx, params }: { readonly ctx: UserContext; readonly params: { readonly id: string } }) => {
    const acting = await actingVendor(ctx, act);
    return { acting, row: await getOwnProduct(ctx, acting, params.id) };
  };
