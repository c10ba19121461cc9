import { ModerationCases } from '#lib/admin/collections.ts';
import { isOfDeleted } from '#lib/admin/moderation/reported.ts';
import type { AdminVendor, ReinstateInput, SuspendInput } from '#lib/admin/schemas/vendor.ts';
import { invalidTransition } from '#lib/admin/verification/transitions.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { promiseUnpaidExpiry } from '#lib/store/vendors/unpaid-orders.ts';
import { planLogo } from '#lib/store/vendors/vendor-logo.ts';
import { forgetVendors, moveVendor } from '#lib/store/vendors/vendors.ts';
import { assertFreshVendor, assertNotHouse, assertNotOwnVendor, getAdminVendor, vendorLane } from './admin-vendor.ts';
import { notifySeller } from './notify-seller.ts';

/**
 * Suspends a seller: the products leave the catalog, unpaid orders expire, open orders go on. Suspending again changes
 * nothing. A seller that moderation has suspended is from then on suspended by the administrator too. Throws HouseVendor,
 * OwnVendor, InvalidTransition for a seller that was never approved, and StaleVersion.
 */
export async function suspendVendor(ctx: UserContext, vendorId: string, input: SuspendInput): Promise<AdminVendor> {
  const { reason, version } = input;
  const now = ctx.now();
  const act = { action: 'vendor.suspended', targetType: 'vendor', targetId: vendorId, reason };
  await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const vendor = await needOther(t, ctx, vendorId);
        const { status, suspendedBy, approvedAt } = vendor.data;
        const isTakenOver = status === 'suspended' && suspendedBy === 'moderation' && approvedAt !== null;
        if (status === 'suspended' && !isTakenOver) return;
        if (status !== 'approved' && !isTakenOver) throw invalidTransition(status);
        assertFreshVendor(vendor.data, version);
        const writeLogo = await planLogo(t, vendor, { status: 'suspended' }, now);
        moveVendor(t, vendor, { status: 'suspended', reason, by: 'admin' }, now);
        writeLogo(t);
        promiseUnpaidExpiry(t, vendorId, now);
        notifySeller(t, vendor, { template: 'vendor.suspended', params: { reason } }, now);
        auditRow(t, ctx, { ...act, before: { status, suspendedBy }, after: { status: 'suspended' }, now });
      },
      { lane: vendorLane(vendorId) },
    ),
  );
  forgetVendors(ctx);
  return getAdminVendor(ctx, vendorId);
}

/**
 * Lets a suspended seller sell again. One that sells already stays so. Throws HouseVendor, OwnVendor, OwnerGone for the
 * shop of a deleted account, BlockedByModeration while a case about the shop or its owner is blocked, InvalidTransition
 * for a seller that is not suspended or was never approved, and StaleVersion.
 */
export async function reinstateVendor(ctx: UserContext, vendorId: string, input: ReinstateInput): Promise<AdminVendor> {
  const { reason, version } = input;
  const now = ctx.now();
  const act = { action: 'vendor.reinstated', targetType: 'vendor', targetId: vendorId, reason };
  await auditRefusal(ctx, act, () =>
    ctx.data.tx(
      async (t) => {
        const vendor = await needOther(t, ctx, vendorId);
        const { status, suspendedBy, approvedAt } = vendor.data;
        if (status === 'approved') return;
        if (status !== 'suspended') throw invalidTransition(status);
        await assertMayReturn(t, vendor);
        if (approvedAt === null) throw invalidTransition(status);
        assertFreshVendor(vendor.data, version);
        const writeLogo = await planLogo(t, vendor, { status: 'approved' }, now);
        moveVendor(t, vendor, { status: 'approved', approvedAt }, now);
        writeLogo(t);
        notifySeller(t, vendor, { template: 'vendor.reinstated', params: { reason: reason ?? '' } }, now);
        auditRow(t, ctx, { ...act, before: { status, suspendedBy }, after: { status: 'approved' }, now });
      },
      { lane: vendorLane(vendorId) },
    ),
  );
  forgetVendors(ctx);
  return getAdminVendor(ctx, vendorId);
}

/** Returns a seller that is neither the house nor the administrator's own shop. */
async function needOther(t: Reader, ctx: UserContext, vendorId: string): Promise<Row<Vendor>> {
  const vendor = await t.need(Vendors, vendorId);
  assertNotHouse(vendorId);
  assertNotOwnVendor(ctx, vendor.data);
  return vendor;
}

async function assertMayReturn(t: Reader, { id, data }: Row<Vendor>): Promise<void> {
  if (data.suspendedBy === 'purge' || (await isOfDeleted(t, data)))
    throw conflict('The account of this seller was deleted', { code: 'OwnerGone' });
  const cases = await t.getMany(ModerationCases, [id, ...(data.ownerId === null ? [] : [data.ownerId])]);
  const blocking = cases.find((row) => row?.data.status === 'blocked');
  if (blocking)
    throw conflict('Moderation has suspended this seller. Restore the case there', {
      code: 'BlockedByModeration',
      details: { entityId: blocking.id },
    });
}
