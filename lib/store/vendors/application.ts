import { Users } from '#lib/auth/collections.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import type { CurrentUser } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { SealedAccount } from './payout-seal.ts';
import { freeSlug } from './vendor-slugs.ts';
import { moved, newVendor } from './vendors.ts';

type Answers = Pick<Vendor, 'name' | 'legalName' | 'country' | 'taxId' | 'contactEmail'> & {
  readonly phone?: string | undefined;
  readonly about?: string | undefined;
};

export type Applying = {
  readonly vendorId: string;
  readonly owner: Pick<CurrentUser, 'id' | 'vendorId'>;
  readonly number: string;
  readonly answers: Answers;
  readonly sealed: string;
  readonly last4: string;
  readonly now: Date;
};

/**
 * Reads what an application to sell needs, and returns what it writes: the shop as `applied` and, the first time, its
 * address and its owner. Throws AlreadyVendor for an approved or suspended shop.
 */
export async function planApplication(t: Tx, applying: Applying): Promise<(write: Tx) => void> {
  const { vendorId, owner, number, answers, sealed, last4, now } = applying;
  const at = now.toISOString();
  const fields = {
    ...answered(answers),
    ...{ procedureNumber: number, payout: sealed, payoutLast4: last4, payoutConfirmedAt: null, payoutPending: null },
    termsAcceptedAt: at,
  };
  if (owner.vendorId !== null) {
    const { data: before } = await t.need(Vendors, vendorId);
    if (before.status === 'approved' || before.status === 'suspended')
      throw conflict('You already have a shop', { code: 'AlreadyVendor' });
    return (write) => write.update(Vendors, vendorId, { ...moved(before, { status: 'applied' }, now), ...fields });
  }
  const slug = await freeSlug(t, answers.name, vendorId);
  return (write) => {
    write.create(Vendors, vendorId, newVendor({ ...fields, slug, ownerId: owner.id, status: 'applied' }, at));
    write.create(VendorSlugs, slug, { vendorId, createdAt: at });
    write.update(Users, owner.id, { vendorId, updatedAt: at });
    promiseUserIndex(write, owner.id, now);
  };
}

/** What the answers of an application mean for the row of the shop. */
const answered = ({ name, legalName, country, taxId, contactEmail, phone, about }: Answers) => ({
  ...{ name, legalName, country, taxId, contactEmail },
  ...{ phone: phone ?? null, about: about ?? '' },
});

/** What the row of a shop takes over when its application is approved: the answers as they were last, and the account. */
export const approvedWith = ({ data }: Row<Vendor>, answers: Partial<Answers>, now: Date): Partial<Vendor> => ({
  ...answered({ ...data, phone: data.phone ?? undefined, ...answers }),
  payoutConfirmedAt: data.payout === null ? null : now.toISOString(),
});

/** Replaces the account of a shop whose application is open. */
export async function planAccount(
  t: Tx,
  vendorId: string,
  { sealed, last4 }: SealedAccount,
  now: Date,
): Promise<(write: Tx) => void> {
  const { version } = (await t.need(Vendors, vendorId)).data;
  const account = { payout: sealed, payoutLast4: last4 };
  return (write) => write.update(Vendors, vendorId, { ...account, version: version + 1, updatedAt: now.toISOString() });
}
