import { ModerationCases } from '#lib/admin/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import type { UserContext } from '#lib/context/context.ts';
import { idPrefix } from '#lib/core/ids.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import * as said from '#lib/messaging/conversations/moderation.ts';
import { hasMet } from '#lib/messaging/members/have-met.ts';
import { ProductFamilies, Products, Vendors } from '#lib/store/collections.ts';
import { isListed } from '#lib/store/products/listing.ts';
import { reviewLane } from '#lib/store/reviews/change-review.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import type { Vendor } from '#lib/store/schemas/vendor.ts';
import type { ReportedType } from './values.ts';

/** The entity of a report: its owner, if any, and the excerpt for the case. */
export type Reported = Omit<said.Reported, 'type' | 'ownerId'> & {
  readonly type: ReportedType;
  readonly ownerId: string | null;
};

const TITLE = 120;
const EXCERPT = 200;
const isProfile = (id: string): boolean => id.startsWith(idPrefix('user'));
const isVendor = (id: string): boolean => id.startsWith(idPrefix('vendor'));
const isProduct = (id: string): boolean => id.startsWith(idPrefix('product'));
const isReview = (id: string): boolean => id.startsWith(idPrefix('review'));

/** Returns a reportable entity by the prefix of its id. Null for anything else and for a shop without an owner. */
export async function findReported(reader: Reader, id: string): Promise<Reported | null> {
  if (isProfile(id)) {
    const row = await reader.get(Users, id);
    return row ? ofProfile(row) : null;
  }
  if (isVendor(id)) {
    const row = await reader.get(Vendors, id);
    return row ? ofVendor(row, await isOfDeleted(reader, row.data)) : null;
  }
  if (isProduct(id)) {
    const row = await reader.get(Products, id);
    return row ? ofProduct(row, await reader.get(Vendors, row.data.vendorId)) : null;
  }
  if (isReview(id)) {
    const row = await reader.get(Reviews, id);
    return row ? ofReview(row, await reader.get(Products, row.data.productId)) : null;
  }
  return said.findReported(reader, id);
}

/** Returns the same, or the data of its case where nothing else is left. */
export async function findDecidable(reader: Reader, id: string): Promise<Reported | null> {
  const found = await findReported(reader, id);
  if (found) return found;
  const known = await reader.get(ModerationCases, id);
  if (!known) return null;
  const { entityType: type, ownerId, title, excerpt } = known.data;
  return { type, id, ownerId, title, excerpt, isGone: true, lanes: [] };
}

/** Returns an entity that the caller can see. Null otherwise, so that a report reveals nothing. */
export async function findReadable(ctx: UserContext, id: string): Promise<Reported | null> {
  if (isProduct(id)) return findListed(ctx, id);
  if (isReview(id)) return findPublished(ctx, id);
  if (!isProfile(id) && !isVendor(id)) return said.findReadable(ctx, id);
  const found = await findReported(ctx.data, id);
  if (!found || found.isGone) return null;
  return isVendor(id) || id === ctx.user.id || (await isKnown(ctx, id)) ? found : null;
}

async function findListed({ data, env }: UserContext, id: string): Promise<Reported | null> {
  const row = await data.get(Products, id);
  const vendor = row && (await data.get(Vendors, row.data.vendorId));
  return row && vendor && isListed(row.data, vendor.data, env) ? ofProduct(row, vendor) : null;
}

/** The page of every listed member of a family shows the reviews of all of them. */
async function findPublished(ctx: UserContext, id: string): Promise<Reported | null> {
  const { data, env } = ctx;
  const row = await data.get(Reviews, id);
  if (row?.data.status !== 'published') return null;
  const { productId, groupId, vendorId } = row.data;
  const family = groupId === productId ? undefined : await data.get(ProductFamilies, groupId);
  const productIds = [productId, ...(family?.data.members.map((member) => member.productId) ?? [])];
  const [products, vendor] = await Promise.all([data.getMany(Products, productIds), data.get(Vendors, vendorId)]);
  const isShown = products.some((product) => product && isListed(product.data, vendor?.data, env));
  return isShown ? findReported(data, id) : null;
}

/**
 * Returns whether the caller knows a user. Approved sellers appear in public with their name. Of other users the caller knows
 * those they have met.
 */
async function isKnown(ctx: UserContext, userId: string): Promise<boolean> {
  const vendorId = (await ctx.data.get(Users, userId))?.data.vendorId ?? null;
  const vendor = vendorId === null ? undefined : await ctx.data.get(Vendors, vendorId);
  return vendor?.data.status === 'approved' || hasMet(ctx, userId);
}

const oneLine = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, EXCERPT)
    .toWellFormed();

const ofProfile = ({ id, data: { name, handle, bio, status } }: Row<User>): Reported => ({
  type: 'profile',
  id,
  ownerId: id,
  title: 'Profile',
  excerpt: oneLine(name, handle === null ? '' : `@${handle}`, bio),
  isGone: status === 'deleted',
  lanes: [`users/${id}`],
});

const ofProduct = ({ id, data: { title, description } }: Row<Product>, vendor: Row<Vendor> | undefined): Reported => ({
  type: 'product',
  id,
  ownerId: vendor?.data.ownerId ?? null,
  title: title.slice(0, TITLE).toWellFormed(),
  excerpt: oneLine(description),
  isGone: false,
  lanes: [`products/${id}`],
});

const ofReview = ({ id, data }: Row<Review>, product: Row<Product> | undefined): Reported => ({
  type: 'review',
  id,
  ownerId: data.userId,
  title: (product?.data.title ?? '').slice(0, TITLE).toWellFormed(),
  excerpt: oneLine(data.title ?? '', data.content),
  isGone: data.status === 'removed',
  lanes: [reviewLane(data.vendorId)],
});

/** Returns whether the owner of a shop has been deleted, with or without the row of the account. */
export async function isOfDeleted(reader: Reader, { ownerId }: Vendor): Promise<boolean> {
  if (ownerId === null) return false;
  const owner = await reader.get(Users, ownerId);
  return !owner || owner.data.status === 'deleted';
}

const ofVendor = ({ id, data: { ownerId, name, about } }: Row<Vendor>, isGone: boolean): Reported | null =>
  ownerId === null
    ? null
    : {
        type: 'vendor',
        id,
        ownerId,
        title: 'Seller',
        excerpt: oneLine(name, about),
        isGone,
        lanes: [`vendors/${id}`],
      };
