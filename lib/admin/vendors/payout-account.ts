import type { AdminVendor, PayoutAccountAnswer } from '#lib/admin/schemas/vendor.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { assertSteppedUp } from '#lib/context/step-up.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { openAccount } from '#lib/store/vendors/payout-seal.ts';
import { assertFreshVendor, assertNotOwnVendor, getAdminVendor, vendorLane } from './admin-vendor.ts';
import { notifySeller } from './notify-seller.ts';

type Seen = { readonly version: number };

/** Makes the account that a seller has asked for the one that is paid to. Throws as `decideAccount` does. */
export const confirmAccount = (ctx: UserContext, vendorId: string, seen: Seen): Promise<AdminVendor> =>
  decideAccount(ctx, vendorId, seen, {
    action: 'vendor.payout-confirmed',
    reason: null,
    write: (t, vendor, now) => {
      const { payoutPending: pending } = vendor.data;
      if (!pending) return;
      const at = now.toISOString();
      t.update(Vendors, vendorId, {
        ...{ payout: pending.sealed, payoutLast4: pending.last4, payoutConfirmedAt: at, payoutPending: null },
        ...{ version: vendor.data.version + 1, updatedAt: at },
      });
      notifySeller(t, vendor, { template: 'vendor.payout_confirmed', params: { last4: pending.last4 } }, now);
    },
  });

/** Drops the account that a seller has asked for. The confirmed one stays. Throws as `decideAccount` does. */
export const refuseAccount = (
  ctx: UserContext,
  vendorId: string,
  { version, reason }: Seen & { readonly reason: string },
): Promise<AdminVendor> =>
  decideAccount(
    ctx,
    vendorId,
    { version },
    {
      action: 'vendor.payout-refused',
      reason,
      write: (t, vendor, now) => {
        const version = vendor.data.version + 1;
        t.update(Vendors, vendorId, { payoutPending: null, version, updatedAt: now.toISOString() });
        const last4 = vendor.data.payoutPending?.last4 ?? '';
        notifySeller(t, vendor, { template: 'vendor.payout_refused', params: { last4, reason } }, now);
      },
    },
  );

type Verdict = {
  readonly action: string;
  readonly reason: string | null;
  readonly write: (t: Tx, vendor: Row<Vendor>, now: Date) => void;
};

/** Decides about a pending account. Throws StepUpRequired, OwnVendor, NothingPending and StaleVersion. */
async function decideAccount(
  ctx: UserContext,
  vendorId: string,
  { version }: Seen,
  { action, reason, write }: Verdict,
): Promise<AdminVendor> {
  const now = ctx.now();
  const act = { action, targetType: 'vendor', targetId: vendorId, reason };
  await auditRefusal(ctx, act, () => {
    assertSteppedUp(ctx);
    return ctx.data.tx(
      async (t) => {
        const vendor = await t.need(Vendors, vendorId);
        assertNotOwnVendor(ctx, vendor.data);
        const { payoutPending, payoutLast4 } = vendor.data;
        if (!payoutPending) throw conflict('No change of the account is waiting', { code: 'NothingPending' });
        assertFreshVendor(vendor.data, version);
        write(t, vendor, now);
        auditRow(t, ctx, { ...act, before: { last4: payoutLast4 }, after: { asked: payoutPending.last4 }, now });
      },
      { lane: vendorLane(vendorId) },
    );
  });
  return getAdminVendor(ctx, vendorId);
}

/** Returns the account of a seller in full, for a transfer. Each reading is on record. Throws StepUpRequired and OwnVendor. */
export async function readAccount(ctx: UserContext, vendorId: string): Promise<PayoutAccountAnswer> {
  const act = { action: 'vendor.payout-read', targetType: 'vendor', targetId: vendorId };
  return auditRefusal(ctx, act, async () => {
    assertSteppedUp(ctx);
    return ctx.data.tx(async (t) => {
      const { data } = await t.need(Vendors, vendorId);
      assertNotOwnVendor(ctx, data);
      const { payout, payoutPending, payoutConfirmedAt: confirmedAt } = data;
      const known = payout === null ? null : openAccount(ctx, vendorId, payout);
      auditRow(t, ctx, { ...act, now: ctx.now() });
      return {
        ...{ iban: known?.iban ?? null, accountHolder: known?.accountHolder ?? null, confirmedAt },
        pending: payoutPending && {
          ...openAccount(ctx, vendorId, payoutPending.sealed),
          askedAt: payoutPending.askedAt,
        },
      };
    });
  });
}
