import type { Reader, Writer } from '#lib/data/store.ts';
import { promiseNotification } from '#lib/notifications/write/create.ts';
import { promiseIndexing } from '#lib/store/catalog/topics.ts';
import { Products, Vendors } from '#lib/store/collections.ts';
import { reviewerMedia } from '#lib/store/media/media-owner.ts';
import { type MediaReference, noMedia, planMediaUses } from '#lib/store/media/media-uses.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { ReviewSums, Reviews } from './collections.ts';
import { planSums, touchGroup } from './review-sums.ts';
import { promiseExamination } from './topics.ts';

/** A review before and after a change. Null where it does not exist yet. */
export type ReviewChange = {
  readonly id: string;
  readonly before: Review | null;
  /** The group follows from the product. */
  readonly after: Omit<Review, 'groupId' | 'updatedAt'>;
};

/** The lane of every change of reviews: they share the sums of their vendor. */
export const reviewLane = (vendorId: string): string => `review_sums/${vendorId}`;

/**
 * Reads what a changed review counts in, and returns what writes it: the review, the rating of its product, the sums of
 * product, family and vendor, the uses of its pictures, and the promised update of the catalog. Every change of a review
 * that its lists count or show goes through here. A review that begins to wait gets a case, and its vendor is notified
 * of a new one.
 */
export async function planReviewChange(
  t: Reader,
  { id, before, after: given }: ReviewChange,
  now: Date,
): Promise<{ readonly review: Review; write(write: Writer): void }> {
  const { productId, vendorId } = given;
  const isNews = before?.status !== 'published' && given.status === 'published';
  const [product, vendor] = await Promise.all([
    t.get(Products, productId),
    isNews ? t.get(Vendors, vendorId) : undefined,
  ]);
  const familyId = product?.data.familyId ?? null;
  const review: Review = { ...given, groupId: familyId ?? productId, updatedAt: now.toISOString() };
  // An edit takes a review along whose product has joined or left a family. The lists of both groups change.
  const left = before?.status === 'published' && before.groupId !== review.groupId ? before.groupId : null;
  const [sums, media, former] = await Promise.all([
    planSums(t, { productId, familyId, vendorId, before, after: review }, now),
    planPicturesOf(t, before, review, now),
    left === null ? undefined : t.get(ReviewSums, left),
  ]);
  return {
    review,
    write(write) {
      if (before) write.set(Reviews, id, review);
      else write.create(Reviews, id, review);
      sums.write(write);
      if (former && !sums.ids.has(former.id)) touchGroup(write, former.id);
      media?.write(write);
      if (sums.rating && product) {
        write.update(Products, productId, { rating: sums.rating });
        promiseIndexing(write, productId, now);
      }
      if (review.status === 'pending') promiseExamination(write, id, now);
      const ownerId = vendor?.data.ownerId ?? null;
      if (ownerId !== null) notifyVendor(write, ownerId, id, review, product?.data.title ?? '', now);
    },
  };
}

const referenceOf = (review: Review | null): MediaReference =>
  review === null
    ? noMedia
    : { fileIds: review.images.map(({ fileId }) => fileId), isPublic: review.status === 'published' };

/** A change of neither pictures nor their visibility reads nothing. */
async function planPicturesOf(t: Reader, before: Review | null, after: Review, now: Date) {
  const [was, is] = [referenceOf(before), referenceOf(after)];
  const isSame = was.isPublic === is.isPublic && was.fileIds.join() === is.fileIds.join();
  if (isSame || was.fileIds.length + is.fileIds.length === 0) return null;
  const fieldOf = (fileId: string) => `images.${is.fileIds.indexOf(fileId)}`;
  return planMediaUses(t, { owner: reviewerMedia(after.userId), before: was, after: is, fieldOf }, now);
}

function notifyVendor(write: Writer, ownerId: string, id: string, review: Review, title: string, now: Date): void {
  promiseNotification(
    write,
    {
      userId: ownerId,
      type: 'ENTITY',
      template: 'review.new',
      params: { title, rating: review.rating },
      data: { productId: review.productId, reviewId: id, actionUrl: '/sell/reviews' },
      source: 'review.new',
      key: id,
    },
    now,
  );
}
