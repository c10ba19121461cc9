import { inc } from '#lib/data/patch.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { planReviewChange } from './change-review.ts';
import { Reviews, ReviewVotes } from './collections.ts';
import { reviewsBy, votesBy } from './queries.ts';
import { touchGroup } from './review-sums.ts';

/** Each vote changes its review and the sums of its group, and a transaction holds up few writers. */
const VOTES_AT_ONCE = 20;

/** Removes a slice of a person's votes from what they found helpful, and returns how many. */
export async function forgetVotes(t: Tx, userId: string): Promise<number> {
  const { rows } = await t.find(votesBy(userId, VOTES_AT_ONCE));
  const reviews = await t.getMany(
    Reviews,
    rows.map(({ data }) => data.reviewId),
  );
  for (const { id } of rows) t.delete(ReviewVotes, id);
  for (const [at, review] of reviews.entries()) {
    // A vote for an earlier edition does not count any more.
    if (!review || rows[at]?.data.edition !== (review.data.edition ?? 0)) continue;
    t.update(Reviews, review.id, { helpful: inc(-1) });
    if (review.data.status === 'published') touchGroup(t, review.data.groupId);
  }
  return rows.length;
}

/**
 * Removes the name and the pictures of a deleted account from its next review. The text stays, by a deleted user. One
 * review at a time, because two may show the same picture.
 */
export async function forgetAuthor(
  t: Tx,
  userId: string,
  after: Cursor | undefined,
  now: Date,
): Promise<{ readonly count: number; readonly next: Cursor | null }> {
  const { rows, next } = await t.find(reviewsBy(userId, 1, after));
  const row = rows.find(({ data }) => data.authorName !== null || data.images.length > 0);
  if (!row) return { count: 0, next };
  const { id, data: before } = row;
  const planned = await planReviewChange(t, { id, before, after: { ...before, authorName: null, images: [] } }, now);
  planned.write(t);
  return { count: 1, next };
}
