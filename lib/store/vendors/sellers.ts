import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import { approvedVendors } from './vendors.ts';

/** A seller one can write to, and the person who answers. */
export type Seller = { readonly vendorId: string; readonly name: string; readonly userId: string };

/** Approved sellers that belong to somebody, at most a few seconds old. */
export async function listSellers(ctx: Context): Promise<readonly Seller[]> {
  const { byId, ownerOf } = await approvedVendors(ctx);
  return [...byId.values()].flatMap(({ id, name }) => {
    const userId = ownerOf.get(id);
    return userId === undefined ? [] : [{ vendorId: id, name, userId }];
  });
}

/** The same of one seller; null where nobody owns it, or it is no longer approved. */
export async function findSeller(ctx: Context, vendorId: string): Promise<Seller | null> {
  const { byId, ownerOf } = await approvedVendors(ctx);
  const [vendor, userId] = [byId.get(vendorId), ownerOf.get(vendorId)];
  return vendor && userId !== undefined ? { vendorId, name: vendor.name, userId } : null;
}

/** Who answers for these sellers, suspended ones too: what was bought of them may still be asked about. */
export async function sellersOf({ data }: Context, vendorIds: readonly string[]): Promise<readonly Seller[]> {
  const rows = await data.getMany(Vendors, [...new Set(vendorIds)]);
  return rows.flatMap((row) =>
    row?.data.ownerId ? [{ vendorId: row.id, name: row.data.name, userId: row.data.ownerId }] : [],
  );
}
