import { collection } from '#lib/data/collection.ts';
import { review, reviewSum, reviewVote } from '#lib/store/schemas/review.ts';

export const Reviews = collection('reviews', {
  label: 'Review',
  schema: review,
  indexes: [
    ['groupId', 'status', 'createdAt desc'],
    ['groupId', 'status', 'rating', 'createdAt desc'],
    ['groupId', 'status', 'rating desc', 'createdAt desc'],
    ['groupId', 'status', 'verifiedPurchase', 'createdAt desc'],
    ['groupId', 'status', 'verifiedPurchase', 'rating', 'createdAt desc'],
    ['groupId', 'status', 'verifiedPurchase', 'rating desc', 'createdAt desc'],
    ['vendorId', 'status', 'createdAt desc'],
    ['vendorId', 'status', 'rating', 'createdAt desc'],
    ['vendorId', 'status', 'verifiedPurchase', 'rating'],
    ['productId', 'status', 'verifiedPurchase', 'rating'],
    ['productId', 'groupId'],
    ['userId', 'createdAt desc'],
    ['textHash', 'productId'],
    ['textHash', 'productId desc'],
    ['updatedAt'],
  ],
});

/** Counts of published reviews. The id is that of a product, a family or a vendor. */
export const ReviewSums = collection('review_sums', {
  label: 'Ratings',
  schema: reviewSum,
  indexes: [],
});

/** Who finds which review helpful. The id is a hash of review, edition and person. */
export const ReviewVotes = collection('review_votes', {
  label: 'Helpful vote',
  schema: reviewVote,
  indexes: [
    ['userId', 'createdAt'],
    ['reviewId', 'edition'],
  ],
});
