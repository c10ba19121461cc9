import type { Reader, Writer } from '#lib/data/store.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { planReviewChange } from './change-review.ts';
import { Reviews } from './collections.ts';

/**
 * Reads what hides a review, or publishes one that waits or is hidden, within the transaction of a decision. Null when
 * nothing changes. A review that its author has deleted stays so, but remembers the decision for when they write it again.
 */
export async function decideReview(
  t: Reader,
  id: string,
  to: 'hidden' | 'published',
  now: Date,
): Promise<{ write(write: Writer): void } | null> {
  const row = await t.get(Reviews, id);
  if (!row) return null;
  const { data: before } = row;
  const wasHidden = to === 'hidden';
  const status: Review['status'] = before.status === 'removed' ? 'removed' : to;
  if (before.status === status && before.wasHidden === wasHidden && before.pendingFor === null) return null;
  return planReviewChange(t, { id, before, after: { ...before, status, wasHidden, pendingFor: null } }, now);
}
