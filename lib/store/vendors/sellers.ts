import type { Context } from '#lib/context/context.ts';
import { Vendors } from '#lib/store/collections.ts';
import { approvedVendors } from './vendors.ts';

/** A seller that users can write to, and the user who replies. */
export type Seller = { readonly vendorId: string; readonly name: string; readonly userId: string };

/** Lists the approved sellers with an owner, at most a few seconds old. */
export async function listSellers(ctx: Context): Promise<readonly Seller[]> {
  const { byId, ownerOf } = await approvedVendors(ctx);
  return [...byId.values()].flatMap(({ id, name }) => {
    const userId = ownerOf.get(id);
    return userId === undefined ? [] : [{ vendorId: id, name, userId }];
  });
}

/** Returns one seller. Returns null when it has no owner or is no longer approved. */
export async function findSeller(ctx: Context, vendorId: string): Promise<Seller | null> {
  const { byId, ownerOf } = await approvedVendors(ctx);
  const [vendor, userId] = [byId.get(vendorId), ownerOf.get(vendorId)];
  return vendor && userId !== undefined ? { vendorId, name: vendor.name, userId } : null;
}

/** Returns the owners of these sellers, suspended ones too, because buyers may still ask about their orders. */
export async function sellersOf({ data }: Context, vendorIds: readonly string[]): Promise<readonly Seller[]> {
  const rows = await data.getMany(Vendors, [...new Set(vendorIds)]);
  return rows.flatMap((row) =>
    row?.data.ownerId ? [{ vendorId: row.id, name: row.data.name, userId: row.data.ownerId }] : [],
  );
}

/** Returns the owners of the approved sellers, whose names anybody may see. At most a few seconds old. */
export async function sellerIds(ctx: Context): Promise<ReadonlySet<string>> {
  const { ownerOf } = await approvedVendors(ctx);
  return new Set(ownerOf.values());
}
