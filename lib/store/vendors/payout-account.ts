import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUpAlways } from '#lib/context/step-up.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { PayoutAccountInput, PayoutAsked } from '#lib/store/schemas/vendor-profile.ts';
import { promisePayoutMails } from './payout-mail.ts';
import { checkedAccount, sealAccount } from './payout-seal.ts';
import { assertRight, getOwnVendor, vendorLane } from './profile.ts';

/** Returns the shop whose account the caller may change now. Throws VendorNotApproved and StepUpRequired. */
export async function loadForChange(ctx: UserContext): Promise<Row<Vendor>> {
  const vendor = await getOwnVendor(ctx, 'read');
  assertSteppedUpAlways(ctx);
  return vendor;
}

/**
 * Asks for another account to be paid to. An administrator confirms it; until then the confirmed one is paid to. It
 * replaces an earlier change that waits. The owner and the address of the shop get a mail. Throws VendorNotApproved,
 * StepUpRequired whatever ADMIN_STEP_UP is, and NoEncryptionKey.
 */
export async function askForAccount(ctx: UserContext, given: PayoutAccountInput): Promise<PayoutAsked> {
  const { id } = await loadForChange(ctx);
  const { sealed, last4 } = sealAccount(ctx, id, checkedAccount(given));
  const now = ctx.now();
  const askedAt = now.toISOString();
  await ctx.data.tx(
    async (t) => {
      const { data } = await t.need(Vendors, id);
      assertRight(data, 'read');
      const version = data.version + 1;
      const payoutPending = { sealed, last4, askedAt, askedBy: ctx.user.id };
      t.update(Vendors, id, { payoutPending, version, updatedAt: askedAt });
      promisePayoutMails(t, { vendorId: id, version, last4 }, now);
      auditRow(t, ctx, {
        ...{ action: 'vendor.payout-asked', targetType: 'vendor', targetId: id, now },
        ...{ before: { last4: data.payoutLast4 }, after: { asked: last4 } },
      });
    },
    { lane: vendorLane(id) },
  );
  return { pending: { last4, askedAt } };
}

/** Withdraws the change that waits. Throws NothingPending and VendorNotApproved. */
export async function withdrawAccount(ctx: UserContext): Promise<{ readonly withdrawn: true }> {
  const { id } = await getOwnVendor(ctx, 'read');
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const { data } = await t.need(Vendors, id);
      if (!data.payoutPending) throw conflict('No change of the account is waiting', { code: 'NothingPending' });
      t.update(Vendors, id, { payoutPending: null, version: data.version + 1, updatedAt: now.toISOString() });
      auditRow(t, ctx, {
        ...{ action: 'vendor.payout-withdrawn', targetType: 'vendor', targetId: id, now },
        before: { asked: data.payoutPending.last4 },
      });
    },
    { lane: vendorLane(id) },
  );
  return { withdrawn: true };
}
