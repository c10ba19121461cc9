import { defineRoute } from '#lib/api/define-route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { reviewedOf } from '#lib/store/reviews/list-reviews.ts';
import { getReviewedProduct } from '#lib/store/reviews/reviewed-product.ts';
import { voteReview } from '#lib/store/reviews/vote-review.ts';
import { assertMayWrite } from '#lib/store/reviews/write-review.ts';
import { reviewHelpful, reviewVoteParams } from '#lib/store/schemas/review.ts';

type Asked = { readonly ctx: UserContext; readonly params: { readonly id: string } };

async function loadReviewed({ ctx, params }: Asked) {
  const { product } = await getReviewedProduct(ctx, params.id);
  assertMayWrite(ctx);
  return reviewedOf(product);
}

export const PUT = defineRoute({
  summary: 'Say that a review is helpful',
  auth: 'session',
  rateLimit: 'helpful',
  params: reviewVoteParams,
  load: loadReviewed,
  response: reviewHelpful,
  handler: ({ ctx, params: { reviewId }, loaded: product }) => voteReview(ctx, product, { reviewId, isHelpful: true }),
});

export const DELETE = defineRoute({
  summary: 'Take back that a review is helpful',
  auth: 'session',
  rateLimit: 'helpful',
  params: reviewVoteParams,
  load: loadReviewed,
  response: reviewHelpful,
  handler: ({ ctx, params: { reviewId }, loaded: product }) => voteReview(ctx, product, { reviewId, isHelpful: false }),
});
