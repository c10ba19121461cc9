import { Users } from '#lib/auth/collections.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import { hashOf, newId } from '#lib/core/ids.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row, Writer } from '#lib/data/store.ts';
import { vendorsInStatus } from '#lib/store/catalog/queries.ts';
import { catalogVendorTopic } from '#lib/store/catalog/topics.ts';
import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { slugOf } from '#lib/store/products/slugs.ts';
import type { VendorRef } from '#lib/store/schemas/catalog.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { Suspender, VendorStatus } from '#lib/store/values.ts';
import { planLogo } from './vendor-logo.ts';
import { slugHolder, slugTaken } from './vendor-slugs.ts';

const KEPT_MS = 5 * SECOND_MS;
const MEMO = 'store.vendors';

export type VendorList = {
  readonly byId: ReadonlyMap<string, VendorRef>;
  /** The owners. Some vendors have none. */
  readonly ownerOf: ReadonlyMap<string, string>;
  /** Changes when any approved vendor does. */
  readonly stamp: string;
};

/** Returns the approved vendors, at most a few seconds old, for display in lists. A sale reads the vendor itself. */
export const approvedVendors = (ctx: Context): Promise<VendorList> =>
  ctx.memo.get(MEMO, KEPT_MS, async () => {
    const rows: Row<Vendor>[] = [];
    for await (const page of pagesOf(ctx.data, (after) => vendorsInStatus('approved', 500, after))) rows.push(...page);
    return {
      byId: new Map(rows.map(({ id, data: { name, slug } }) => [id, { id, name, slug }])),
      ownerOf: new Map(rows.flatMap(({ id, data: { ownerId } }) => (ownerId === null ? [] : [[id, ownerId] as const]))),
      stamp: hashOf(...rows.map(({ id, version }) => `${id}:${version}`)),
    };
  });

/** Returns the current approved vendors, including one just approved by another process. */
export function freshApprovedVendors(ctx: Context): Promise<VendorList> {
  ctx.memo.forget(MEMO);
  return approvedVendors(ctx);
}

/** Clears the cached list after a vendor was changed in another function's transaction. */
export const forgetVendors = ({ memo }: Pick<Context, 'memo'>): void => memo.forget(MEMO);

/** Returns the vendor that a user owns, of any status, or null. */
export async function findOwnVendor({ data, user }: UserContext): Promise<Row<Vendor> | null> {
  return (user.vendorId === null ? undefined : await data.get(Vendors, user.vendorId)) ?? null;
}

/** Returns the approved vendor of the caller. Throws VendorNotApproved for any other user. */
export async function getApprovedVendor(ctx: UserContext): Promise<Row<Vendor>> {
  const vendor = await findOwnVendor(ctx);
  if (vendor?.data.status !== 'approved')
    throw forbidden('Only approved sellers can do this', { code: 'VendorNotApproved' });
  return vendor;
}

export type NewVendor = Pick<Vendor, 'name' | 'country' | 'contactEmail'> &
  Partial<Pick<Vendor, 'ownerId' | 'slug' | 'about' | 'commissionBps' | 'status'>> & { readonly id?: string };

/** Returns the row of a vendor, by default an approved one without an owner. */
export const newVendor = (
  given: Pick<Vendor, 'name' | 'country' | 'contactEmail'> & Partial<Vendor>,
  at: string,
): Vendor => ({
  ownerId: null,
  slug: slugOf(given.name),
  ...{ about: '', phone: null, logoFileId: null, deliveryNote: '', returnsNote: '', arrangeAllowed: true },
  ...{ legalName: '', taxId: '', termsAcceptedAt: null },
  ...{ status: 'approved', statusReason: null, suspendedBy: null, procedureNumber: null, commissionBps: null },
  ...{ payout: null, payoutLast4: null, payoutConfirmedAt: null, payoutPending: null },
  approvedAt: (given.status ?? 'approved') === 'approved' ? at : null,
  ...{ version: 1, createdAt: at, updatedAt: at },
  ...given,
});

/** Creates a vendor with a slug of its own. Its owner, if any, must not own another one. */
export async function createVendor(ctx: Context, input: NewVendor): Promise<string> {
  const { id = newId('vendor'), ...given } = input;
  const now = ctx.now();
  const at = now.toISOString();
  const vendor = newVendor(given, at);
  const { ownerId, slug } = vendor;

  await ctx.data.tx(
    async (t) => {
      const [holder, owner] = await Promise.all([
        slugHolder(t, slug),
        ownerId === null ? undefined : t.need(Users, ownerId),
      ]);
      if (holder !== null) throw slugTaken(slug);
      if (owner?.data.vendorId) throw conflict('This user already owns a vendor', { code: 'VendorOwned' });
      t.create(Vendors, id, vendor);
      t.create(VendorSlugs, slug, { vendorId: id, createdAt: at });
      if (ownerId !== null) {
        t.update(Users, ownerId, { vendorId: id, updatedAt: at });
        promiseUserIndex(t, ownerId, now);
      }
    },
    { mayQuery: true },
  );
  ctx.memo.forget(MEMO);
  return id;
}

/** A status of a vendor, why it has it, and for a suspension who decided. */
export type VendorMove = {
  readonly status: VendorStatus;
  readonly reason?: string | null;
  readonly by?: Suspender;
  /** An approval counts from now, unless the caller restores an earlier one. */
  readonly approvedAt?: string | null;
};

/** What changes in the row of a vendor that moves, apart from what its caller changes besides. */
export const moved = ({ version }: Vendor, move: VendorMove, now: Date): Partial<Vendor> => {
  const { status, reason = null, by = 'admin', approvedAt = now.toISOString() } = move;
  return {
    ...{ status, statusReason: reason, suspendedBy: status === 'suspended' ? by : null },
    ...(status === 'approved' && { approvedAt }),
    ...{ version: version + 1, updatedAt: now.toISOString() },
  };
};

/**
 * Sets the status of a vendor within the caller's transaction and enqueues the index update. The products of a
 * suspended vendor leave the catalog, open orders continue; `planLogo` hides its logo. `besides`: further fields that change.
 */
export function moveVendor(
  t: Writer,
  { id, data }: Pick<Row<Vendor>, 'id' | 'data'>,
  move: VendorMove,
  now: Date,
  besides: Partial<Vendor> = {},
): void {
  t.update(Vendors, id, { ...moved(data, move, now), ...besides });
  promiseVendorIndex(t, id, now);
}

/** Enqueues the index update of all products of a vendor. */
export const promiseVendorIndex = (write: Writer, vendorId: string, now: Date): void =>
  enqueue(write, catalogVendorTopic, { vendorId }, { now, key: vendorId });

/** Sets the status of a vendor. Setting the same status again changes nothing. */
export async function setVendorStatus(ctx: Context, vendorId: string, status: VendorStatus): Promise<void> {
  const now = ctx.now();
  await ctx.data.tx(async (t) => {
    const vendor = await t.need(Vendors, vendorId);
    if (vendor.data.status === status) return;
    const writeLogo = await planLogo(t, vendor, { status }, now);
    moveVendor(t, vendor, { status }, now);
    writeLogo(t);
  });
  ctx.memo.forget(MEMO);
}
