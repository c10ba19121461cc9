import { ModerationCases } from '#lib/admin/collections.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import { isLast } from '#lib/admin/users/roles.ts';
import { assertOutranks } from '#lib/admin/users/users.ts';
import { Users } from '#lib/auth/collections.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { listIfSuperadmin, readSuperadmins } from '#lib/auth/superadmins.ts';
import { promiseUserIndex } from '#lib/auth/topics.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import type { CurrentUser, UserContext } from '#lib/context/context.ts';
import { conflict } from '#lib/core/errors.ts';
import type { Reader, Row, Tx } from '#lib/data/store.ts';
import { planEffects, publishEffects } from '#lib/messaging/conversations/moderation.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { planMove } from '#lib/store/products/products.ts';
import { decideReview } from '#lib/store/reviews/moderate-review.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import { planLogo } from '#lib/store/vendors/vendor-logo.ts';
import { forgetVendors, moveVendor } from '#lib/store/vendors/vendors.ts';
import { isOfDeleted, type Reported } from './reported.ts';
import type { CaseStatus } from './values.ts';

/** A decision in progress: its verdict, and the case before it. */
export type Deciding = {
  readonly to: Exclude<CaseStatus, 'open'>;
  readonly reason: string | null;
  readonly before: ModerationCase;
  readonly now: Date;
};

/** The changes of the entity by a decision, read before any write of its transaction. */
export type DecisionEffects = {
  /** What the case must record to undo exactly this. */
  readonly noted: Pick<ModerationCase, 'vendorWas' | 'productWas' | 'reviewHeldFor'>;
  /** A restored shop stays suspended: something else than this case suspends it too. */
  readonly isStillDown?: true;
  /** A restored review waits again, as before the block. */
  readonly isWaiting?: true;
  write(t: Tx): void;
  /** Publishes the change. Call this after the commit. */
  publish(): Promise<void>;
};

const none = async (): Promise<void> => undefined;
const nothing: DecisionEffects = { noted: {}, write: () => undefined, publish: none };

/** Reads the changes by a decision. What is already in that state stays as it is. */
export async function planDecision(
  ctx: UserContext,
  t: Tx,
  found: Reported,
  deciding: Deciding,
): Promise<DecisionEffects> {
  const { type, id } = found;
  if (type === 'profile') return planProfile(ctx, t, id, deciding);
  if (type === 'vendor') return planVendor(ctx, t, id, deciding);
  if (type === 'product') return planProduct(t, id, deciding);
  if (type === 'review') return planReview(t, id, deciding);
  const { to, now } = deciding;
  const effects = await planEffects(t, { type, id }, to === 'blocked' ? now.toISOString() : null, now);
  return { noted: {}, write: (write) => effects.write(write), publish: () => publishEffects(ctx, effects) };
}

/**
 * Restricts or restores a user. A restricted user may sign in, read and pay, but writes nothing others see, and their
 * products leave the catalog. The rank rule applies. Throws for the last superadmin.
 * A restored user gets back exactly what they had.
 */
async function planProfile(ctx: UserContext, t: Tx, userId: string, deciding: Deciding): Promise<DecisionEffects> {
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
      promiseUserIndex(write, userId, now);
      listIfSuperadmin(write, superadmins, { ...person, status });
      shop?.write(write);
    },
    publish: async () => {
      if (shop) forgetVendors(ctx);
      // A user's rights depend on their status, so every connection is reopened. Their sessions stay.
      await revokeConnections(ctx, { userId });
    },
  };
}

function assertMayRestrict(actor: CurrentUser, target: CurrentUser, superadmins: readonly string[]): void {
  assertOutranks(actor, target);
  if (target.role === 'superadmin' && isLast(superadmins, target.id))
    throw conflict('The last superadmin cannot be restricted. Appoint another superadmin first', {
      code: 'LastSuperadmin',
    });
}

/** A blocked product leaves the catalog and cannot be bought; open orders of it continue. */
async function planProduct(t: Tx, productId: string, { to, before, reason, now }: Deciding): Promise<DecisionEffects> {
  const product = await t.get(Products, productId);
  if (!product || to === 'dismissed') return nothing;
  const { status } = product.data;
  if (to === 'blocked') {
    if (status === 'blocked') return nothing;
    const write = await planMove(t, product, 'blocked', now, reason);
    return { noted: { productWas: status }, write, publish: none };
  }
  const { productWas } = before;
  if (productWas === undefined || status !== 'blocked') return nothing;
  return { noted: {}, write: await planMove(t, product, productWas, now), publish: none };
}

/**
 * A hidden review leaves the lists and the rating. A moderator publishes what they dismiss or restore. A review that waited
 * before the block waits again, and its case is opened again for that.
 */
async function planReview(t: Tx, reviewId: string, { to, before, now }: Deciding): Promise<DecisionEffects> {
  const { reviewHash: seenHash, reviewHeldFor } = before;
  const heldFor = to === 'restored' ? reviewHeldFor : undefined;
  const verdict = to === 'blocked' ? ({ to: 'hidden' } as const) : ({ to: 'shown', seenHash, heldFor } as const);
  const planned = await decideReview(t, reviewId, verdict, now);
  if (!planned) return nothing;
  return {
    noted: to === 'blocked' && planned.heldFor !== null ? { reviewHeldFor: planned.heldFor } : {},
    ...(heldFor !== undefined && { isWaiting: true }),
    write: (write) => planned.write(write),
    publish: none,
  };
}

/** The products of a blocked seller leave the catalog. */
async function planVendor(ctx: UserContext, t: Tx, vendorId: string, deciding: Deciding): Promise<DecisionEffects> {
  const shop = deciding.to === 'dismissed' ? null : await planShop(t, vendorId, deciding);
  return shop ? { ...shop, publish: async () => forgetVendors(ctx) } : nothing;
}

/**
 * Suspends a shop and records its previous status. Restores that status once no other case blocks it and no
 * administrator has suspended it meanwhile. The shop of a deleted account stays as it is.
 */
async function planShop(
  t: Tx,
  vendorId: string,
  { to, reason, before, now }: Deciding,
): Promise<Omit<DecisionEffects, 'publish'> | null> {
  const vendor = await t.get(Vendors, vendorId);
  if (!vendor || (await isOfDeleted(t, vendor.data))) return null;
  const others = await holdersOf(t, vendor, before.entityId);
  const { status, approvedAt, suspendedBy } = vendor.data;
  if (to === 'blocked') {
    const isDown = status === 'suspended';
    const vendorWas = isDown ? others.find((blocking) => blocking.vendorWas !== undefined)?.vendorWas : status;
    const noted = vendorWas === undefined ? {} : { vendorWas };
    const move = { status: 'suspended', reason, by: 'moderation' } as const;
    if (isDown) return { noted, write: () => undefined };
    const writeLogo = await planLogo(t, vendor, move, now);
    return {
      noted,
      write: (write) => {
        moveVendor(write, vendor, move, now);
        writeLogo(write);
      },
    };
  }
  const { vendorWas } = before;
  if (status !== 'suspended') return null;
  if (vendorWas === undefined || others.length > 0 || suspendedBy === 'admin')
    return { noted: {}, isStillDown: true, write: () => undefined };
  const writeLogo = await planLogo(t, vendor, { status: vendorWas }, now);
  return {
    noted: {},
    write: (write) => {
      moveVendor(write, vendor, { status: vendorWas, approvedAt }, now);
      writeLogo(write);
    },
  };
}

/** Returns the other case that blocks the shop: the shop's own, or its owner's. */
async function holdersOf(t: Reader, { id, data: { ownerId } }: Row<Vendor>, entityId: string) {
  const ids = [id, ownerId].filter((candidate) => candidate !== null && candidate !== entityId) as string[];
  const cases = await t.getMany(ModerationCases, ids);
  return cases.flatMap((row) => (row?.data.status === 'blocked' ? [row.data] : []));
}
