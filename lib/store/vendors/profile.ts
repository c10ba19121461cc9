import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import { mediaUrl } from '#lib/store/media/media-files.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { ChangeProfile, VendorProfile } from '#lib/store/schemas/vendor-profile.ts';
import type { VendorStatus } from '#lib/store/values.ts';
import { planLogo } from './vendor-logo.ts';
import { planSlug } from './vendor-slugs.ts';
import { findOwnVendor, forgetVendors, promiseVendorIndex } from './vendors.ts';

/** The statuses in which a seller may see the own shop and its money, and in which they may change it. */
const rights = { read: ['approved', 'suspended'], write: ['approved'] } as const satisfies Record<
  string,
  readonly VendorStatus[]
>;

export const vendorLane = (vendorId: string): string => `${Vendors.name}/${vendorId}`;

/** Returns the caller's own shop. Throws VendorNotApproved without one that is in a state for this. */
export async function getOwnVendor(ctx: UserContext, right: keyof typeof rights): Promise<Row<Vendor>> {
  const vendor = await findOwnVendor(ctx);
  if (!vendor) throw notApproved();
  assertRight(vendor.data, right);
  return vendor;
}

const notApproved = () => forbidden('Only approved sellers can do this', { code: 'VendorNotApproved' });

export function assertRight({ status }: Pick<Vendor, 'status'>, right: keyof typeof rights): void {
  if (!rights[right].some((known) => known === status)) throw notApproved();
}

/** Returns a shop as its owner sees it. */
export const profileOf = (
  { env }: Pick<UserContext, 'env'>,
  { id, data }: Pick<Row<Vendor>, 'id' | 'data'>,
): VendorProfile => ({
  ...{ id, name: data.name, slug: data.slug, about: data.about, country: data.country },
  ...{ deliveryNote: data.deliveryNote, returnsNote: data.returnsNote, arrangeAllowed: data.arrangeAllowed },
  ...{ contactEmail: data.contactEmail, phone: data.phone, logo: logoOf(data) },
  ...{ status: data.status, statusReason: data.statusReason, approvedAt: data.approvedAt, version: data.version },
  commissionBps: data.commissionBps ?? env.STORE_COMMISSION_BPS,
  payout: { last4: data.payoutLast4, pendingLast4: data.payoutPending?.last4 ?? null },
});

const logoOf = ({ logoFileId }: Vendor): VendorProfile['logo'] =>
  logoFileId === null ? null : { id: logoFileId, url: mediaUrl(logoFileId) };

export const getProfile = async (ctx: UserContext): Promise<VendorProfile> =>
  profileOf(ctx, await getOwnVendor(ctx, 'read'));

/**
 * Changes the caller's shop. A former address stays claimed for it. Throws VendorNotApproved, SlugTaken, and StaleVersion
 * for a change of an older version, and 400 for a logo that is no picture of the shop.
 */
export async function changeProfile(
  ctx: UserContext,
  { version, logo, ...given }: ChangeProfile,
): Promise<VendorProfile> {
  const now = ctx.now();
  const at = now.toISOString();
  const asked = { ...given, ...(logo !== undefined && { logoFileId: logo }) };
  const { id } = await getOwnVendor(ctx, 'write');
  const data = await ctx.data.tx(
    async (t) => {
      const vendor = await t.need(Vendors, id);
      assertRight(vendor.data, 'write');
      if (version !== undefined && version !== vendor.data.version) throw staleVendor(vendor.data);
      const names = namesOfChanges(vendor.data, asked);
      if (names.length === 0) return vendor.data;
      const changes = Object.fromEntries(names.map((name) => [name, asked[name]])) as Partial<Vendor>;
      const claim = changes.slug === undefined ? null : await planSlug(t, vendor, changes.slug);
      const writeLogo = await planLogo(t, vendor, changes, now);
      claim?.(t, at);
      writeLogo(t);
      const patch = { ...changes, version: vendor.data.version + 1, updatedAt: at };
      t.update(Vendors, id, patch);
      // Lists and product pages show these two.
      if (names.includes('name') || names.includes('slug')) promiseVendorIndex(t, id, now);
      auditRow(t, ctx, {
        ...{ action: 'vendor.profile-changed', targetType: 'vendor', targetId: id, now },
        after: { fields: names.join(',') },
      });
      return { ...vendor.data, ...patch };
    },
    { lane: vendorLane(id), mayQuery: asked.slug !== undefined },
  );
  forgetVendors(ctx);
  return profileOf(ctx, { id, data });
}

export const staleVendor = ({ version }: Vendor) =>
  conflict('Your shop has changed in the meantime', {
    code: 'StaleVersion',
    details: { version: String(version) },
  });

type Asked = Omit<ChangeProfile, 'version' | 'logo'> & Partial<Pick<Vendor, 'logoFileId'>>;
const namesOfChanges = (vendor: Vendor, asked: Asked) =>
  (Object.keys(asked) as (keyof typeof asked)[]).filter((name) => asked[name] !== vendor[name]);
