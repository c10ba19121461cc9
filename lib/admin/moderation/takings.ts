import { ModerationCases } from '#lib/admin/collections.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import { isLast } from '#lib/admin/users/roles.ts';
import { assertOutranks } from '#lib/admin/users/users.ts';
import { Users } from '#lib/auth/collections.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { listIfSuperadmin, readSuperadmins } from '#lib/auth/superadmins.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { conflict, forbidden } from '#lib/core/errors.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import * as said from '#lib/messaging/conversations/moderation.ts';
import { Vendors } from '#lib/store/collections.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { forgetVendors, moveVendor } from '#lib/store/vendors/vendors.ts';
import type { Reported } from './reported.ts';
import type { CaseStatus } from './values.ts';

/** A decision on its way: what it says, and what the case knew before. */
export type Deciding = {
  readonly to: Exclude<CaseStatus, 'open'>;
  readonly reason: string | null;
  readonly before: ModerationCase;
  readonly now: Date;
};

/** What a decision changes of the thing itself, read before any write of its transaction. */
export type Taking = {
  /** What the case has to know to undo exactly this. */
  readonly noted: Pick<ModerationCase, 'vendorWas'>;
  write(t: Tx): void;
  /** After the commit. */
  tell(): Promise<void>;
};

const none = async (): Promise<void> => undefined;
const nothing: Taking = { noted: {}, write: () => undefined, tell: none };

/** Reads what a decision about a thing will change: what is so already stays as it is. */
export async function planDecision(ctx: UserContext, t: Tx, found: Reported, deciding: Deciding): Promise<Taking> {
  const { type, id } = found;
  if (type === 'profile') return planProfile(ctx, t, id, deciding);
  if (type === 'vendor') return planVendor(ctx, t, id, deciding);
  const { to, now } = deciding;
  const taking = await said.planTaking(t, { type, id }, to === 'blocked' ? now.toISOString() : null, now);
  return { noted: {}, write: (write) => taking.write(write), tell: () => said.tellTaking(ctx, taking) };
}

/**
 * A person whose profile is blocked may sign in, read and pay, and writes nothing others see; what they sell is listed no
 * more. The rank rule holds, nobody restricts themself, and never the last superadmin. Restored, they have back what
 * they had.
 */
async function planProfile(ctx: UserContext, t: Tx, userId: string, deciding: Deciding): Promise<Taking> {
  const { to, reason, now } = deciding;
  const user = await t.get(Users, userId);
  if (to === 'dismissed' || !user || user.data.status === 'deleted') return nothing;
  const person = { ...user.data, id: userId };
  const superadmins = await readSuperadmins(t);
  assertMayRestrict(await getStandingUser(t, ctx.user.id), person, superadmins);
  const { vendorId } = person;
  const shop = vendorId === null ? null : await planShop(t, vendorId, deciding);

  const isBlock = to === 'blocked';
  return {
    noted: shop?.noted ?? {},
    write: (write) => {
      const status = isBlock ? 'restricted' : 'active';
      write.update(Users, userId, { status, restrictedReason: isBlock ? reason : null, updatedAt: now.toISOString() });
      listIfSuperadmin(write, superadmins, { ...person, status });
      shop?.write(write);
    },
    tell: async () => {
      if (shop) forgetVendors(ctx);
      // What they may do goes by their status, so every connection begins anew. Their sessions stay.
      await revokeConnections(ctx, { userId });
    },
  };
}

function assertMayRestrict(actor: CurrentUser, target: CurrentUser, superadmins: readonly string[]): void {
  if (actor.id === target.id) throw forbidden('You cannot restrict your own account', { code: 'SelfRestrict' });
  assertOutranks(actor, target);
  if (target.role === 'superadmin' && isLast(superadmins, target.id))
    throw conflict('The last superadmin cannot be restricted', { code: 'LastSuperadmin' });
}

/** A blocked seller's products are listed no more. */
async function planVendor(ctx: UserContext, t: Tx, vendorId: string, deciding: Deciding): Promise<Taking> {
  const shop = deciding.to === 'dismissed' ? null : await planShop(t, vendorId, deciding);
  return shop ? { ...shop, tell: async () => forgetVendors(ctx) } : nothing;
}

/** Suspends a shop, noting what it was; puts it back once no case holds it any more. */
async function planShop(t: Tx, vendorId: string, { to, before, now }: Deciding): Promise<Omit<Taking, 'tell'> | null> {
  const vendor = await t.get(Vendors, vendorId);
  if (!vendor) return null;
  const others = await holdersOf(t, vendor, before.entityId);
  const { status } = vendor.data;
  if (to === 'blocked') {
    const isDown = status === 'suspended';
    const vendorWas = isDown ? others.find((one) => one.vendorWas !== undefined)?.vendorWas : status;
    const noted = vendorWas === undefined ? {} : { vendorWas };
    return { noted, write: (write) => (isDown ? undefined : moveVendor(write, vendorId, 'suspended', now)) };
  }
  const { vendorWas } = before;
  if (vendorWas === undefined || status !== 'suspended' || others.length > 0) return null;
  return { noted: {}, write: (write) => moveVendor(write, vendorId, vendorWas, now) };
}

/** The other case that keeps the shop down: its own, or that of the person it belongs to. */
async function holdersOf(t: Reader, { id, data: { ownerId } }: Row<Vendor>, entityId: string) {
  const ids = [id, ownerId].filter((one) => one !== null && one !== entityId) as string[];
  const cases = await t.getMany(ModerationCases, ids);
  return cases.flatMap((one) => (one?.data.status === 'blocked' ? [one.data] : []));
}
