import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import { codeOf, forbidden, invalid, notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { createVendor, findOwnVendor } from './vendors.ts';

/** What a caller wants with the things of a vendor. A suspended vendor may read them. */
export type VendorAct = 'read' | 'write';

/** A caller who may act for vendors: for the own one, and as an administrator for any. */
export type Acting = {
  readonly act: VendorAct;
  readonly own: Row<Vendor> | null;
  readonly isAdmin: boolean;
};

const mayAct = ({ data: { status } }: Row<Vendor>, act: VendorAct): boolean =>
  status === 'approved' || (act === 'read' && status === 'suspended');

const notApproved = () => forbidden('Only approved sellers can do this', { code: 'VendorNotApproved' });

const isPlatformAdmin = ({ role, status }: CurrentUser): boolean => status === 'active' && hasRank(role, 'admin');

/**
 * Returns for whom a caller acts. Throws VendorNotApproved for everyone who may act for no vendor. Routes call this
 * before they read the body.
 */
export async function actingVendor(ctx: UserContext, act: VendorAct): Promise<Acting> {
  const own = await findOwnVendor(ctx);
  const isAdmin = isPlatformAdmin(ctx.user);
  if (isAdmin) return { act, own, isAdmin };
  if (!own || !mayAct(own, act)) throw notApproved();
  if (act === 'write' && ctx.user.status !== 'active')
    throw forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });
  return { act, own, isAdmin };
}

/** Throws NotFound for a thing of a vendor that the caller does not act for, as for a missing one. */
export function assertActsFor(acting: Acting, vendorId: string, label: string, id: string): void {
  const isOwn = acting.own?.id === vendorId;
  if (!isOwn && !acting.isAdmin) throw notFound(label, id, { code: 'NOT_FOUND' });
  // An administrator who sells is bound by the state of their own vendor like any seller.
  if (isOwn && acting.own && !mayAct(acting.own, acting.act)) throw notApproved();
}

/** Throws the same, and VendorNotApproved when the vendor has lost its approval since the caller was admitted. */
export function assertActsIn(acting: Acting, vendor: Row<Vendor>, label: string, id: string): void {
  assertActsFor(acting, vendor.id, label, id);
  if (acting.own?.id === vendor.id && !mayAct(vendor, acting.act)) throw notApproved();
}

/**
 * Returns the id of the vendor that a list or a new thing belongs to: the caller's own, or the one that an
 * administrator names, by default the house vendor.
 */
export async function vendorIdFor(ctx: UserContext, acting: Acting, named: string | undefined): Promise<string> {
  const { own, isAdmin } = acting;
  if (!isAdmin) {
    if (own && (named === undefined || named === own.id)) return own.id;
    throw notFound(Vendors.label, named ?? '', { code: 'NOT_FOUND' });
  }
  const id = named ?? HOUSE_VENDOR_ID;
  const vendor = await ctx.data.get(Vendors, id);
  if (vendor) assertActsFor(acting, id, Vendors.label, id);
  else if (id !== HOUSE_VENDOR_ID) throw invalid('There is no such vendor', { vendorId: 'is not a vendor' });
  else if (acting.act === 'write') await createHouseVendor(ctx);
  return id;
}

/** Creates the shop's own vendor before its first product. */
async function createHouseVendor(ctx: UserContext): Promise<void> {
  try {
    await createVendor(ctx, { id: HOUSE_VENDOR_ID, name: 'Plaza', country: 'UA', contactEmail: '' });
  } catch (error) {
    // A concurrent call was faster.
    if (codeOf(error) !== 'EXISTS' && codeOf(error) !== 'SlugTaken') throw error;
  }
}

/** Returns whether an administrator acts on the thing of another person's vendor. */
export const actsForOthers = ({ own, isAdmin }: Acting, vendorId: string): boolean =>
  isAdmin && vendorId !== own?.id && vendorId !== HOUSE_VENDOR_ID;

/** Throws for a seller who gives a reason: only an administrator explains a change of another vendor's thing. */
export function assertReason({ isAdmin }: Acting, reason: string | undefined): void {
  if (reason !== undefined && !isAdmin)
    throw invalid('The body is not valid', { reason: 'is only for administrators' });
}
