import { defineRoute } from '#lib/api/define-route.ts';
import { listReviews, reviewedOf, reviewsTag } from '#lib/store/reviews/list-reviews.ts';
import { removeReview } from '#lib/store/reviews/remove-review.ts';
import { getReviewedProduct } from '#lib/store/reviews/reviewed-product.ts';
import { assertMayReview, writeReview } from '#lib/store/reviews/write-review.ts';
import {
  reviewAnswer,
  reviewDeleted,
  reviewInput,
  reviewPage,
  reviewParams,
  reviewsQuery,
} from '#lib/store/schemas/review.ts';

export const GET = defineRoute({
  summary: 'List the published reviews of a product with their figures',
  auth: 'optional',
  params: reviewParams,
  load: ({ ctx, params }) => getReviewedProduct(ctx, params.id),
  query: reviewsQuery,
  response: reviewPage,
  etag: async ({ ctx, query, params }) => reviewsTag(ctx, params.id, query),
  vary: 'accept-language, cookie',
  handler: async ({ ctx, query, loaded: { product }, reply }) => {
    // What a signed-in caller gets is theirs alone.
    if (ctx.user !== null) {
      reply.set('cache-control', 'private, no-store');
      reply.delete('etag');
    }
    return listReviews(ctx, reviewedOf(product), query);
  },
});

export const POST = defineRoute({
  summary: 'Review a product, or replace one’s own review of it',
  auth: 'session',
  rateLimit: 'reviews',
  params: reviewParams,
  load: async ({ ctx, params }) => {
    const { product, ownerId } = await getReviewedProduct(ctx, params.id);
    assertMayReview(ctx, ownerId);
    return product;
  },
  body: reviewInput,
  response: reviewAnswer,
  status: 201,
  handler: async ({ ctx, body, loaded: product }) => {
    const { review, isNew } = await writeReview(ctx, product, body);
    return Response.json(reviewAnswer.parse({ review }), { status: isNew ? 201 : 200 });
  },
});

export const DELETE = defineRoute({
  summary: 'Delete one’s own review of a product',
  auth: 'session',
  rateLimit: 'reviews',
  params: reviewParams,
  // Also of a product that is not public any more, and by a restricted account: the words are the author's own.
  response: reviewDeleted,
  handler: async ({ ctx, params }) => {
    await removeReview(ctx, params.id);
    return { deleted: true as const };
  },
});
