import { hasRightsOf } from '#lib/auth/values.ts';
import type { UserContext } from '#lib/context/context.ts';
import { forbidden, invalid, notFound } from '#lib/core/errors.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Orders, Vendors } from '#lib/store/collections.ts';
import { findOwnVendor } from '#lib/store/vendors/vendors.ts';

/** A caller who delivers orders: a seller, or an administrator, who may act for every vendor. */
export type PartSeller = { readonly ownId: string | null; readonly isAdmin: boolean };

/** The vendor whose parts a call is about. */
export type ActingFor = {
  readonly vendorId: string;
  /** True where an administrator acts on the goods of somebody else. */
  readonly isOther: boolean;
};

/**
 * Returns the caller as a seller. A suspended seller still delivers, because open orders go on. Throws
 * VendorNotApproved for everyone who never sold.
 */
export async function getPartSeller(ctx: UserContext): Promise<PartSeller> {
  const vendor = await findOwnVendor(ctx);
  const sells = vendor?.data.status === 'approved' || vendor?.data.status === 'suspended';
  const isAdmin = hasRightsOf('admin', ctx.user);
  if (!sells && !isAdmin) throw forbidden('Only approved sellers can do this', { code: 'VendorNotApproved' });
  return { ownId: sells ? vendor.id : null, isAdmin };
}

/**
 * Returns the caller as a seller of an order. Throws NotFound, before a body is read, for an order that is unpaid or has
 * no part of theirs. An administrator may name any of its vendors.
 */
export async function getSellerOfOrder(ctx: UserContext, orderId: string): Promise<PartSeller> {
  const seller = await getPartSeller(ctx);
  const row = await ctx.data.get(Orders, orderId);
  const hasPart = seller.isAdmin ? row?.data.partKeys.length !== 0 : row?.data.partKeys.includes(seller.ownId ?? '');
  if (!row || !hasPart) throw notFound('Order', orderId);
  return seller;
}

/** Returns the vendor that a call is about: the caller's own, or for an administrator the one asked for. */
export async function actingFor(
  { data }: Pick<UserContext, 'data'>,
  { ownId, isAdmin }: PartSeller,
  asked: string | undefined,
): Promise<ActingFor> {
  const vendorId = asked ?? (isAdmin ? HOUSE_VENDOR_ID : (ownId ?? ''));
  if (vendorId === ownId) return { vendorId, isOther: false };
  if (!isAdmin) throw notFound('Vendor', vendorId);
  const isOther = vendorId !== HOUSE_VENDOR_ID;
  if (isOther && !(await data.get(Vendors, vendorId))) throw notFound('Vendor', vendorId);
  return { vendorId, isOther };
}

/** Throws when an administrator changes something of another vendor without a reason. */
export function assertReason({ isOther }: ActingFor, reason: string | undefined): void {
  if (isOther && reason === undefined)
    throw invalid('Give a reason to change an order of another seller', { reason: 'is required' });
}
