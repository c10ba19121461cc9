import 'server-only';
import type { StatusChip } from '#components/vendor/products/status-chips.tsx';
import type { UserContext } from '#lib/context/context.ts';
import { familyViewOf, getOwnFamily } from '#lib/store/families/family-views.ts';
import { listOwnProducts } from '#lib/store/products/own-products.ts';
import { ownStockHistory } from '#lib/store/products/own-stock.ts';
import { getOwnProduct, vendorProductOf } from '#lib/store/products/vendor-product.ts';
import type { OwnProductSort, OwnProductsQuery } from '#lib/store/schemas/own-products.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

type Asked = {
  readonly vendorId: string;
  readonly search: string | undefined;
  readonly chip: StatusChip;
  readonly sortBy: OwnProductSort;
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** Lists the products of a chip of the list. */
export async function listProducts(ctx: UserContext, { chip, ...asked }: Asked) {
  return listOwnProducts(ctx, await actingVendor(ctx, 'read'), { ...asked, ...filterOf(chip) });
}

const counted = ['all', 'published', 'draft', 'hidden', 'blocked', 'archived', 'low'] as const;

/** Returns how many products each chip of the list shows. */
export async function productCounts(ctx: UserContext, vendorId: string): Promise<Record<StatusChip, number>> {
  const acting = await actingVendor(ctx, 'read');
  const totals = await Promise.all(
    counted.map(async (chip) => {
      const { total } = await listOwnProducts(ctx, acting, {
        ...{ vendorId, sortBy: 'updated', limit: 1 },
        ...filterOf(chip),
      });
      return [chip, total] as const;
    }),
  );
  return Object.fromEntries(totals) as Record<StatusChip, number>; // one entry for each chip
}

const filterOf = (chip: StatusChip): Pick<OwnProductsQuery, 'status' | 'lowStock'> =>
  chip === 'low' ? { lowStock: true } : chip === 'all' ? {} : { status: chip };

/**
 * Returns a product of the caller's vendor with its stock, its history and its family. Throws NotFound for any other: here an
 * administrator is a seller like any other.
 */
export async function readProduct(ctx: UserContext, id: string) {
  const acting = { ...(await actingVendor(ctx, 'read')), isAdmin: false };
  const row = await getOwnProduct(ctx, acting, id);
  const { familyId } = row.data;
  const [product, stock, family] = await Promise.all([
    vendorProductOf(ctx, row),
    ownStockHistory(ctx, id, { limit: 20 }),
    familyId === null ? null : getOwnFamily(ctx, acting, familyId).then((found) => familyViewOf(ctx, found)),
  ]);
  return { product, stock, family };
}
