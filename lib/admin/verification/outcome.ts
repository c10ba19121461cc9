import type { Procedure } from '#lib/admin/schemas/verification.ts';
import { Users } from '#lib/auth/collections.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader, Tx, Writer } from '#lib/data/store.ts';
import { Vendors } from '#lib/store/collections.ts';
import { moveVendor } from '#lib/store/vendors/vendors.ts';

/** Writes the effects that closing a procedure has on its account or shop. */
export type Outcome = (t: Tx) => void;
const nothing: Outcome = () => undefined;

/**
 * Reads the account or shop and returns the effects of closing its procedure. An approval verifies the account or opens
 * the shop; any other end rejects a shop that has applied. Throws ShopSuspended for the approval of a shop that is
 * suspended.
 */
export async function planOutcome(
  reader: Reader,
  { subjectType, subjectId }: Pick<Procedure, 'subjectType' | 'subjectId'>,
  isApproved: boolean,
  now: Date,
): Promise<Outcome> {
  if (subjectType === 'vendor') return planVendor(reader, subjectId, isApproved, now);
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

async function planVendor(reader: Reader, vendorId: string, isApproved: boolean, now: Date): Promise<Outcome> {
  const { status } = (await reader.need(Vendors, vendorId)).data;
  if (!isApproved) return status === 'applied' ? (t) => moveVendor(t, vendorId, 'rejected', now) : nothing;
  if (status === 'suspended') throw conflict('A suspended shop cannot be approved', { code: 'ShopSuspended' });
  return status === 'approved' ? nothing : (t) => moveVendor(t, vendorId, 'approved', now);
}
