import { ModerationCases } from '#lib/admin/collections.ts';
import type { ModerationCase } from '#lib/admin/schemas/moderation.ts';
import type { Context } from '#lib/context/context.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { reviewHashOf } from '#lib/store/reviews/review-rules.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { caseLane, newCase } from './moderation.ts';
import { findReported } from './reported.ts';

/**
 * Opens the case of a review that waits for a moderator, or opens it again with the new text. Every change of the review is
 * a new version of the case, so that nobody publishes what they were not shown. An open appeal is answered first, about
 * the new text. A review that does not wait any more is left alone. Running it again is safe.
 */
export async function examineReview(ctx: Context, { reviewId }: { readonly reviewId: string }): Promise<void> {
  const at = ctx.now().toISOString();
  const isOpened = await ctx.data.tx(
    async (t) => {
      const [found, review, known] = await Promise.all([
        findReported(t, reviewId),
        t.get(Reviews, reviewId),
        t.get(ModerationCases, reviewId),
      ]);
      if (!found || review?.data.status !== 'pending') return false;
      const { title, excerpt } = found;
      const reviewHash = reviewHashOf(review.data);
      const before = known?.data ?? newCase(found, 'rule', at);
      const isAppealed = before.status === 'blocked' && before.appealState === 'open';
      const isSame = before.title === title && before.reviewHash === reviewHash;
      if (known && isSame && (before.status === 'open' || isAppealed)) return false;
      const standing = isAppealed ? before : reopened(before, at);
      t.set(ModerationCases, reviewId, { ...standing, title, excerpt, reviewHash, version: before.version + 1 });
      return true;
    },
    { lane: caseLane(reviewId) },
  );
  if (isOpened) await publishOverviewChange(ctx, 'moderation');
}

/** A decision about an earlier text, and the answered appeal against it, do not count for the new one. */
const reopened = (before: ModerationCase, at: string): ModerationCase => ({
  ...before,
  ...(before.status !== 'open' && { source: 'rule' }),
  ...{ status: 'open', isHidden: false, reason: null, decidedBy: null, decidedAt: null },
  ...{ appealState: 'none', appealedAt: null, appeal: null, lastReportedAt: at },
});
