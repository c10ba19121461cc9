import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { Users } from '#lib/auth/collections.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import { approvedWith } from '#lib/store/vendors/application.ts';
import { moveVendor } from '#lib/store/vendors/vendors.ts';

/** Writes the effects that closing a procedure has on its account or shop. */
export type Outcome = (t: Tx) => void;

/** The end of a procedure. `reason` is what a rejected shop reads. */
export type Closing = { readonly isApproved: boolean; readonly reason?: string | null; readonly now: Date };
const nothing: Outcome = () => undefined;

/**
 * Reads the account or shop and returns the effects of closing its procedure. An approval verifies the account or opens
 * the shop; any other end rejects a shop that has applied. Throws ShopSuspended for the approval of a shop that is
 * suspended.
 */
export async function planOutcome(
  reader: Reader,
  { subjectType, subjectId, answers }: Pick<Procedure, 'subjectType' | 'subjectId' | 'answers'>,
  closing: Closing,
): Promise<Outcome> {
  const { isApproved, now } = closing;
  if (subjectType === 'vendor') return planVendor(reader, subjectId, answers, closing);
  if (!isApproved) return nothing;
  await getStandingUser(reader, subjectId);
  return (t) => setVerifiedFlag(t, subjectId, true, now);
}

/** Sets or clears the flag of an account. Sessions and role stay. */
export function setVerifiedFlag(write: Writer, userId: string, isVerified: boolean, now: Date): void {
  const at = now.toISOString();
  write.update(Users, userId, { isVerified, verifiedAt: isVerified ? at : null, updatedAt: at });
  promiseUserIndex(write, userId, now);
}

async function planVendor(
  reader: Reader,
  vendorId: string,
  answers: Procedure['answers'],
  { isApproved, reason = null, now }: Closing,
): Promise<Outcome> {
  const vendor = await reader.need(Vendors, vendorId);
  const { status } = vendor.data;
  if (!isApproved)
    return status === 'applied' ? (t) => moveVendor(t, vendor, { status: 'rejected', reason }, now) : nothing;
  if (status === 'suspended') throw conflict('A suspended shop cannot be approved', { code: 'ShopSuspended' });
  if (status === 'approved') return nothing;
  return (t) => moveVendor(t, vendor, { status: 'approved' }, now, approvedWith(vendor, answers, now));
}
