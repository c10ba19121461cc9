import { Users } from '#lib/auth/collections.ts';
import type { UserContext } from '#lib/context/context.ts';
import { forbidden, notFound } from '#lib/core/errors.ts';
import { inc } from '#lib/data/patch.ts';
import { reviewLane } from './change-review.ts';
import { Reviews, ReviewVotes } from './collections.ts';
import type { Reviewed } from './list-reviews.ts';
import { voteIdOf } from './review-rules.ts';
import { touchGroup } from './review-sums.ts';
import { restricted } from './write-review.ts';

/**
 * Counts the caller among those who find a review helpful, or no longer. Saying it again changes nothing. Throws NotFound
 * for a review that the page of the product does not show, and OwnReview for the caller's own.
 */
export async function voteReview(
  ctx: UserContext,
  product: Reviewed,
  { reviewId, isHelpful }: { readonly reviewId: string; readonly isHelpful: boolean },
): Promise<{ readonly helpful: number; readonly mine: boolean }> {
  const missing = () => notFound(Reviews.label, reviewId, { code: 'NOT_FOUND' });
  const known = await ctx.data.get(Reviews, reviewId);
  if (!known) throw missing();
  const createdAt = ctx.now().toISOString();
  return ctx.data.tx(
    async (t) => {
      const [row, { data: user }] = await Promise.all([t.need(Reviews, reviewId), t.need(Users, ctx.user.id)]);
      // A purge must find every vote of an account.
      if (user.status !== 'active') throw restricted();
      const { data: review } = row;
      const voteId = voteIdOf(row, ctx.user.id);
      const vote = await t.get(ReviewVotes, voteId);
      const isShown = review.productId === product.id || review.groupId === product.familyId;
      if (review.status !== 'published' || !isShown) throw missing();
      if (review.userId === ctx.user.id)
        throw forbidden('You cannot find your own review helpful', { code: 'OwnReview' });
      const by = Number(isHelpful) - Number(vote !== undefined);
      if (by === 0) return { helpful: review.helpful, mine: isHelpful };
      if (isHelpful)
        t.create(ReviewVotes, voteId, { reviewId, edition: review.edition ?? 0, userId: ctx.user.id, createdAt });
      else t.delete(ReviewVotes, voteId);
      t.update(Reviews, reviewId, { helpful: inc(by) });
      touchGroup(t, review.groupId);
      return { helpful: review.helpful + by, mine: isHelpful };
    },
    { lane: reviewLane(known.data.vendorId) },
  );
}
