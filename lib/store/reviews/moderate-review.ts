import { conflict } from '#lib/core/errors.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { planReviewChange } from './change-review.ts';
import { Reviews } from './collections.ts';
import { reviewHashOf } from './review-rules.ts';
import type { PendingCause } from './values.ts';

export type ReviewVerdict =
  | { readonly to: 'hidden' }
  | {
      readonly to: 'shown';
      /** The hash of the review that the moderator was shown, if the case has one. */
      readonly seenHash: string | undefined;
      /** Why the review waited before it was hidden: then it waits again. */
      readonly heldFor?: PendingCause | undefined;
    };

/** A planned decision, with what a later restoration needs: why the review waited until now. */
export type PlannedVerdict = { readonly heldFor: PendingCause | null; write(write: Writer): void };

/**
 * Reads what hides a review, or publishes one that waits or is hidden, within the transaction of a decision. Null when
 * nothing changes. A review that its author has deleted stays so, but remembers the decision for when they write it again.
 * Throws StaleVersion for a review that waits with another text, rating or picture than the moderator was shown.
 */
export async function decideReview(
  t: Reader,
  id: string,
  verdict: ReviewVerdict,
  now: Date,
): Promise<PlannedVerdict | null> {
  const row = await t.get(Reviews, id);
  if (!row) return null;
  const { data: before } = row;
  if (verdict.to === 'shown' && before.status === 'pending' && reviewHashOf(before) !== verdict.seenHash)
    throw conflict('The author has changed this review meanwhile', { code: 'StaleVersion' });
  const wasHidden = verdict.to === 'hidden';
  const pendingFor = verdict.to === 'hidden' ? null : (verdict.heldFor ?? null);
  const decided = wasHidden ? 'hidden' : pendingFor === null ? 'published' : 'pending';
  const status: Review['status'] = before.status === 'removed' ? 'removed' : decided;
  if (before.status === status && before.wasHidden === wasHidden && before.pendingFor === pendingFor) return null;
  const planned = await planReviewChange(t, { id, before, after: { ...before, status, wasHidden, pendingFor } }, now);
  return { heldFor: before.pendingFor, write: (write) => planned.write(write) };
}

/**
 * Reads what hides a published review at once until a decision, because of reports. Null for any other review. Only a
 * decision notes that moderation has hidden it.
 */
export async function hideUntilDecided(
  t: Reader,
  id: string,
  now: Date,
): Promise<{ write(write: Writer): void } | null> {
  const row = await t.get(Reviews, id);
  if (row?.data.status !== 'published') return null;
  return planReviewChange(t, { id, before: row.data, after: { ...row.data, status: 'hidden' } }, now);
}
