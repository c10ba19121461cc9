import { hasRightsOf } from '#lib/auth/values.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { forbidden, invalid, notFound } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { HOUSE_VENDOR_ID } from '#lib/payments/values.ts';
import { MediaFiles, Vendors } from '#lib/store/collections.ts';
import { boughtOrders } from '#lib/store/queries.ts';
import type { MediaFile, MediaRequest } from '#lib/store/schemas/media.ts';
import { findOwnVendor, getApprovedVendor } from '#lib/store/vendors/vendors.ts';
import { type MediaOwner, reviewerMedia, siteMedia, vendorMedia } from './media-owner.ts';

const ORDERS_READ = 50;

const notApproved = () => forbidden('Only approved sellers can do this', { code: 'VendorNotApproved' });

export function assertMayChangeMedia({ user }: Pick<UserContext, 'user'>): void {
  if (user.status === 'restricted')
    throw forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });
}

/**
 * Throws VendorNotApproved for everyone who may upload no picture at all, neither of a shop nor of a review. Routes call
 * this before they read the body, which may be large and alone says whose picture it is.
 */
export async function assertMayUploadMedia(ctx: UserContext): Promise<void> {
  assertMayChangeMedia(ctx);
  if (isAdmin(ctx.user)) return;
  const own = await findOwnVendor(ctx);
  if (own?.data.status !== 'approved' && !(await hasPurchase(ctx))) throw notApproved();
}

/**
 * Returns whose file the caller's upload becomes. Throws VendorNotApproved, or NoPurchase for a review's picture of
 * somebody who has bought nothing.
 */
export async function mediaOwnerFor(ctx: UserContext, { use, vendorId }: MediaRequest): Promise<MediaOwner> {
  if (use === 'review') {
    if (vendorId !== undefined) throw invalid('A picture of a review has no vendor', { vendorId: 'must be left out' });
    if (!(await hasPurchase(ctx)))
      throw forbidden('Only buyers with a paid order can add pictures to a review', { code: 'NoPurchase' });
    return reviewerMedia(ctx.user.id);
  }
  if (isAdmin(ctx.user)) {
    if (vendorId === undefined) return use === 'logo' ? siteMedia : vendorMedia(HOUSE_VENDOR_ID);
    if (!(await ctx.data.get(Vendors, vendorId)))
      throw invalid('The vendor does not exist', { vendorId: 'is not a vendor' });
    return vendorMedia(vendorId);
  }
  const own = await getApprovedVendor(ctx);
  if (vendorId !== undefined && vendorId !== own.id) throw notApproved();
  return vendorMedia(own.id);
}

/** Whether the caller has an order that is paid and neither canceled nor refunded. */
async function hasPurchase({ data, user }: UserContext): Promise<boolean> {
  const { rows } = await data.find(boughtOrders(user.id, ORDERS_READ));
  return rows.some(({ data: { payState } }) => payState === 'paid');
}

/** Returns whether everyone may see a file. */
export const isPublicMedia = ({ publicUses, servedUntil }: MediaFile, now: Date): boolean =>
  publicUses > 0 || (servedUntil !== null && servedUntil > now.toISOString());

const isSeller = (file: MediaFile, user: UserContext['user']): boolean =>
  file.vendorId !== null && file.vendorId === user.vendorId;
const isAdmin = (user: UserContext['user']): boolean => hasRightsOf('admin', user);

/**
 * Returns a file that the caller may see: a public file, or one of the caller's own uploads or shop. For anyone else it
 * throws the same NotFound as for a missing file.
 */
export async function getVisibleMedia(
  { data, user, now }: Pick<Context, 'data' | 'user' | 'now'>,
  id: string,
): Promise<Row<MediaFile>> {
  const row = await data.get(MediaFiles, id);
  const mayRead = (file: MediaFile) =>
    isPublicMedia(file, now()) ||
    (user !== null && (file.uploadedBy === user.id || isSeller(file, user) || isAdmin(user)));
  if (row && row.data.state !== 'deleted' && mayRead(row.data)) return row;
  throw notFound(MediaFiles.label, id);
}

/**
 * Returns a file that the caller may remove, also one that is removed already. Throws VendorNotApproved for a picture of
 * the caller's own shop while the shop may not sell.
 */
export async function getRemovableMedia(ctx: UserContext, id: string): Promise<Row<MediaFile>> {
  const { data, user } = ctx;
  const row = await data.get(MediaFiles, id);
  const isReviewer = row?.data.use === 'review' && row.data.uploadedBy === user.id;
  if (!row || !(isAdmin(user) || isSeller(row.data, user) || isReviewer)) throw notFound(MediaFiles.label, id);
  // An administrator who sells is bound by the state of their own shop like any seller.
  if (isSeller(row.data, user)) await getApprovedVendor(ctx);
  return row;
}
