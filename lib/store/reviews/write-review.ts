import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, forbidden, invalid, notFound } from '#lib/core/errors.ts';
import type { Row, Tx } from '#lib/data/store.ts';
import { MediaFiles, Orders, Products } from '#lib/store/collections.ts';
import { mediaUrl } from '#lib/store/media/media-files.ts';
import { reviewerMedia } from '#lib/store/media/media-owner.ts';
import { isUsableMedia, UNUSABLE } from '#lib/store/media/media-uses.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { OwnReviewView, Review, ReviewInput } from '#lib/store/schemas/review.ts';
import { planReviewChange, reviewLane } from './change-review.ts';
import { Reviews } from './collections.ts';
import { type FoundPurchase, findPurchase, isPurchase } from './purchases.ts';
import { reviewWithText } from './queries.ts';
import { isUndecided, pendingCauseOf, reviewIdOf, textHashOf } from './review-rules.ts';
import { familyOfGroup, ownReviewOf } from './review-views.ts';
import { promiseVerification } from './topics.ts';

export type WrittenReview = { readonly review: OwnReviewView; readonly isNew: boolean };

/**
 * Writes the caller's review of a product, or replaces the one they have. It is published at once unless a rule makes it
 * wait; one that waits already goes on waiting. Throws ReviewHidden for a review that moderation has hidden.
 */
export async function writeReview(ctx: UserContext, product: Row<Product>, input: ReviewInput): Promise<WrittenReview> {
  const id = reviewIdOf(product.id, ctx.user.id);
  const textHash = textHashOf(input.content);
  const isRepeated = textHash !== null && (await standsElsewhere(ctx, textHash, product.id));
  const found = await findPurchase(ctx.data, ctx.user.id, product.id);
  const written = await ctx.data.tx(
    async (t) => {
      const row = await t.get(Reviews, id);
      return write(t, ctx, { id, product, input, before: row?.data ?? null, found, textHash, isRepeated });
    },
    { lane: reviewLane(product.data.vendorId) },
  );
  const family = await familyOfGroup(ctx, product.data.familyId);
  const review = ownReviewOf({ id, data: written.review }, family, ctx.locale);
  if (!review) throw new Error('a written review is removed');
  return { review, isNew: written.isNew };
}

type Writing = {
  readonly id: string;
  readonly product: Row<Product>;
  readonly input: ReviewInput;
  readonly before: Review | null;
  readonly found: FoundPurchase;
  readonly textHash: string | null;
  readonly isRepeated: boolean;
};

async function write(t: Tx, ctx: UserContext, { id, product, input, before, found, textHash, isRepeated }: Writing) {
  if (before?.status === 'hidden') throw hidden(id, before);
  const now = ctx.now();
  const at = now.toISOString();
  const orderId = found.orderId ?? before?.orderId ?? null;
  const [{ data: user }, standing, order] = await Promise.all([
    t.need(Users, ctx.user.id),
    t.get(Products, product.id),
    orderId === null ? undefined : t.get(Orders, orderId),
  ]);
  if (user.status !== 'active') throw restricted();
  if (standing?.data.status !== 'published') throw notFound(Products.label, product.id, { code: 'NOT_FOUND' });
  const isBought = isPurchase(order, ctx.user.id, product.id);
  const title = input.title ?? null;
  const examined = { title, content: input.content, before, accountCreatedAt: user.createdAt, isRepeated };
  const cause = pendingCauseOf({ ...examined, hasBought: found.hasBought }, now) ?? before?.pendingFor ?? null;
  const isNew = before === null || before.status === 'removed';
  const planned = await planReviewChange(
    t,
    {
      id,
      before,
      after: {
        productId: product.id,
        vendorId: product.data.vendorId,
        userId: ctx.user.id,
        authorName: user.name,
        rating: input.rating,
        title,
        content: input.content,
        verifiedPurchase: isBought,
        orderId: isBought ? order.id : null,
        status: cause === null ? 'published' : 'pending',
        pendingFor: cause,
        wasHidden: before?.wasHidden ?? false,
        textHash,
        locale: ctx.locale,
        images: await picturesOf(t, input.images, before, ctx.user.id),
        helpful: isNew ? 0 : before.helpful,
        ...editionOf(before),
        reply: before?.reply ?? null,
        editedAt: isNew ? null : at,
        createdAt: isNew ? at : (before?.createdAt ?? at),
      },
    },
    now,
  );
  planned.write(t);
  // The search ran outside. An order that was paid or taken back meanwhile is found once the review stands.
  const isInDoubt = isNew || (orderId !== null && !isBought) || before?.orderId !== planned.review.orderId;
  if (isInDoubt) promiseVerification(t, ctx.user.id, [product.id], now);
  return { review: planned.review, isNew };
}

/** A review that is written again after a deletion begins without votes. */
const editionOf = (before: Review | null): Pick<Review, 'edition'> =>
  before === null ? {} : { edition: (before.edition ?? 0) + Number(before.status === 'removed') };

/** Only a decision can be appealed. That reports have hidden a review is not said. */
const hidden = (id: string, review: Review) =>
  isUndecided(review)
    ? conflict('Your review is being checked. You can edit it afterwards', { code: 'ReviewHidden' })
    : conflict('Moderation has hidden your review. You can appeal', {
        code: 'ReviewHidden',
        details: { appeal: `/account/appeals?case=${id}#${id}` },
      });

export const restricted = () =>
  forbidden('Your account is restricted: it can read but not write', { code: 'AccountRestricted' });

/** Throws for a restricted account, and OwnProduct for the seller of the product. Routes call this before the body. */
export function assertMayReview({ user }: Pick<UserContext, 'user'>, ownerId: string | null): void {
  if (user.status === 'restricted') throw restricted();
  if (ownerId === user.id) throw forbidden('You cannot review your own product', { code: 'OwnProduct' });
}

/** Throws for a restricted account. */
export function assertMayWrite({ user }: Pick<UserContext, 'user'>): void {
  if (user.status === 'restricted') throw restricted();
}

async function standsElsewhere({ data }: UserContext, textHash: string, productId: string): Promise<boolean> {
  const ends = await Promise.all([
    data.find(reviewWithText(textHash, 'first')),
    data.find(reviewWithText(textHash, 'last')),
  ]);
  return ends.some(({ rows }) => rows.some((row) => row.data.productId !== productId));
}

/** Returns the pictures that the author names: those of the review already, and own uploads. Throws 400 for others. */
async function picturesOf(
  t: Tx,
  fileIds: readonly string[],
  before: Review | null,
  userId: string,
): Promise<Review['images']> {
  const known = new Map(before?.images.map((image) => [image.fileId, image]));
  const newIds = fileIds.filter((fileId) => !known.has(fileId));
  const rows = newIds.length === 0 ? [] : await t.getMany(MediaFiles, newIds);
  for (const row of rows) {
    if (row?.data.use !== 'review' || !isUsableMedia(row.data, reviewerMedia(userId))) continue;
    const { width, height } = row.data;
    known.set(row.id, { fileId: row.id, url: mediaUrl(row.id), width, height });
  }
  const wrong = fileIds.flatMap((fileId, at) => (known.has(fileId) ? [] : [[`images.${at}`, UNUSABLE] as const]));
  if (wrong.length > 0) throw invalid('The pictures are not valid', Object.fromEntries(wrong));
  return fileIds.flatMap((fileId) => known.get(fileId) ?? []);
}
