import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { planReviewChange, reviewLane } from './change-review.ts';
import { Reviews } from './collections.ts';
import { reviewIdOf } from './review-rules.ts';

/**
 * Removes the caller's review of a product: its texts, its reply and its pictures. The row stays and remembers that
 * moderation has hidden the review, or that it waited. Throws NotFound for a caller who never wrote one.
 */
export async function removeReview(ctx: UserContext, productId: string): Promise<void> {
  const id = reviewIdOf(productId, ctx.user.id);
  const row = await ctx.data.get(Reviews, id);
  if (!row) throw notFound(Reviews.label, id, { code: 'NOT_FOUND' });
  const now = ctx.now();
  await ctx.data.tx(
    async (t) => {
      const { data: before } = await t.need(Reviews, id);
      if (before.status === 'removed') return;
      const planned = await planReviewChange(t, { id, before, after: withoutTexts(before) }, now);
      planned.write(t);
    },
    { lane: reviewLane(row.data.vendorId) },
  );
}

const withoutTexts = (before: Review): Review => ({
  ...before,
  ...{ title: null, content: '', reply: null, images: [], textHash: null, status: 'removed' },
  // A repost must not publish what reports have hidden.
  wasHidden: before.wasHidden || before.status === 'hidden',
});
