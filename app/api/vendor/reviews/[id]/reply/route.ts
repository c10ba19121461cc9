import { defineRoute } from '#lib/api/define-route.ts';
import { getAnswerableReview, replyToReview } from '#lib/store/reviews/reply-to-review.ts';
import { replyAnswer, replyInput, reviewParams } from '#lib/store/schemas/review.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';

export const PUT = defineRoute({
  summary: 'Reply to a review of one’s own product in public, or remove the reply',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: reviewParams,
  load: async ({ ctx, params }) => {
    const acting = await actingVendor(ctx, 'write');
    return { acting, row: await getAnswerableReview(ctx, acting, params.id) };
  },
  body: replyInput,
  response: replyAnswer,
  handler: async ({ ctx, body, loaded: { acting, row } }) => ({
    review: await replyToReview(ctx, acting, row, body),
  }),
});
