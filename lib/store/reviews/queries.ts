import type { TimeSpan } from '#lib/core/time.ts';
import { type Cursor, from, type Query } from '#lib/data/query.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { ReviewSums, Reviews, ReviewVotes } from './collections.ts';
import type { ReviewSort } from './values.ts';

export type ReviewFilter = {
  readonly sortBy: ReviewSort;
  readonly rating?: number | undefined;
  readonly verified?: boolean | undefined;
};

/** The published reviews of a product or of a family. */
export function reviewsOfGroup(
  groupId: string,
  { sortBy, rating, verified }: ReviewFilter,
  limit: number,
  after?: Cursor,
): Query<Review> {
  let query = from(Reviews).where('groupId', '==', groupId).where('status', '==', 'published');
  if (verified === true) query = query.where('verifiedPurchase', '==', true);
  if (rating !== undefined) query = query.where('rating', '==', rating);
  else if (sortBy !== 'newest') query = query.orderBy('rating', sortBy === 'rating_desc' ? 'desc' : 'asc');
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** The published reviews of a vendor's products, newest first. */
export function reviewsOfVendor(vendorId: string, rating: number | undefined, limit: number, after?: Cursor) {
  let query = from(Reviews).where('vendorId', '==', vendorId).where('status', '==', 'published');
  if (rating !== undefined) query = query.where('rating', '==', rating);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** All reviews of a person, newest first. */
export const reviewsBy = (userId: string, limit: number, after?: Cursor): Query<Review> =>
  from(Reviews).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(limit).after(after);

export const votesBy = (userId: string, limit: number) =>
  from(ReviewVotes).where('userId', '==', userId).orderBy('createdAt').limit(limit);

/** The votes for an edition of a review. For a count. */
export const votesFor = (reviewId: string, edition: number) =>
  from(ReviewVotes).where('reviewId', '==', reviewId).where('edition', '==', edition);

/** The review with the same text under the first or the last of its products, by their ids. */
export const reviewWithText = (textHash: string, end: 'first' | 'last'): Query<Review> =>
  from(Reviews)
    .where('textHash', '==', textHash)
    .orderBy('productId', end === 'first' ? 'asc' : 'desc')
    .limit(1);

/** Reviews of a product that belong to a group. */
export const reviewsInGroup = (productId: string, groupId: string, limit: number): Query<Review> =>
  from(Reviews).where('productId', '==', productId).where('groupId', '==', groupId).limit(limit);

/** Published reviews with a rating. For a count. */
export const reviewsRated = (
  of: 'productId' | 'vendorId',
  id: string,
  { rating, verified }: { readonly rating: number; readonly verified: boolean },
): Query<Review> =>
  from(Reviews)
    .where(of, '==', id)
    .where('status', '==', 'published')
    .where('verifiedPurchase', '==', verified)
    .where('rating', '==', rating);

/** Every review and every row of sums, in the order of their ids, for the auditor. */
export const everyReview = (limit: number, after?: Cursor): Query<Review> => from(Reviews).limit(limit).after(after);
export const everyReviewSum = (limit: number, after?: Cursor) => from(ReviewSums).limit(limit).after(after);

/** Reviews changed within a time span. The audit checks them again. */
export const reviewsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<Review> =>
  from(Reviews).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
