import type { AdminVendor, VendorListQuery } from '#lib/admin/schemas/vendor.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { everyVendor, vendorsInStatus } from '#lib/store/catalog/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { vendorsNamed } from '#lib/store/vendors/vendor-names.ts';

type Stored = Pick<Row<Vendor>, 'id' | 'data'>;

export const vendorLane = (vendorId: string): string => `vendors/${vendorId}`;

/** Returns sellers as an administrator sees them, with the current names of their owners. */
export async function adminVendorsOf({ data }: Pick<Context, 'data'>, rows: readonly Stored[]): Promise<AdminVendor[]> {
  const ownerIds = [...new Set(rows.flatMap((row) => row.data.ownerId ?? []))];
  const owners = ownerIds.length === 0 ? [] : await data.getMany(Users, ownerIds);
  const names = new Map(owners.flatMap((row) => (row ? [[row.id, row.data.name || row.data.email] as const] : [])));
  return rows.map(({ id, data: row }) => {
    const { payout: _, logoFileId: __, updatedAt: ___, payoutPending, ...shown } = row;
    return {
      ...shown,
      id,
      ownerName: names.get(row.ownerId ?? '') ?? null,
      payoutPending: payoutPending && { last4: payoutPending.last4, askedAt: payoutPending.askedAt },
    };
  });
}

/** Returns one seller of any status. Throws NotFound. */
export async function getAdminVendor(ctx: Pick<Context, 'data'>, vendorId: string): Promise<AdminVendor> {
  const [found] = await adminVendorsOf(ctx, [await ctx.data.need(Vendors, vendorId)]);
  if (!found) throw new Error('a read vendor is missing');
  return found;
}

/**
 * Lists sellers: those of a status newest first, those whose name or address holds the words, else all. A search has one
 * page.
 */
export async function listVendors(
  ctx: Context,
  { q = '', status, cursor, limit }: VendorListQuery & { readonly limit: number },
): Promise<{ readonly vendors: AdminVendor[]; readonly nextCursor: string | null }> {
  if (q !== '') {
    const rows = await vendorsNamed(ctx, q, { status, limit });
    return { vendors: await adminVendorsOf(ctx, rows), nextCursor: null };
  }
  const page = await ctx.data.find(
    status === undefined ? everyVendor(limit, cursor) : vendorsInStatus(status, limit, cursor),
  );
  return { vendors: await adminVendorsOf(ctx, page.rows), nextCursor: page.next };
}

/** Throws OwnVendor for an administrator's own shop: another one decides about it. */
export function assertNotOwnVendor({ user }: UserContext, { ownerId }: Vendor): void {
  if (ownerId === user.id) throw forbidden('Another administrator must decide about your shop', { code: 'OwnVendor' });
}

/** Throws HouseVendor for the shop's own goods. */
export function assertNotHouse(vendorId: string): void {
  if (vendorId === HOUSE_VENDOR_ID)
    throw conflict('This is the shop itself, not one of its sellers', { code: 'HouseVendor' });
}

/** Throws StaleVersion when the seller has changed since the version that the administrator saw. */
export function assertFreshVendor({ version }: Vendor, seen: number | undefined): void {
  if (seen !== undefined && seen !== version)
    throw conflict('This seller has changed in the meantime', {
      code: 'StaleVersion',
      details: { version: String(version) },
    });
}
