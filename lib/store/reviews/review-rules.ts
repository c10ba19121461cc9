import { hashId, hashOf } from '#lib/core/ids.ts';
import { normalForm } from '#lib/core/normal-form.ts';
import type { Review } from '#lib/store/schemas/review.ts';
import { LEAST_SAME_TEXT, NEW_ACCOUNT_MS } from './limits.ts';
import { hasLink } from './link-rule.ts';
import type { PendingCause } from './values.ts';

/** Returns the id of a person's review of a product. */
export const reviewIdOf = (productId: string, userId: string): string => hashId('review', 'review', productId, userId);

/** Returns whether reports have hidden a review that nobody has decided about yet. */
export const isUndecided = ({ status, wasHidden }: Pick<Review, 'status' | 'wasHidden'>): boolean =>
  status === 'hidden' && !wasHidden;

/** Returns a hash of what a moderator reads of a review: its rating, its texts and its pictures. */
export const reviewHashOf = ({ rating, title, content, images }: Review): string =>
  hashOf('review-shown', JSON.stringify([rating, title, content, images.map(({ fileId }) => fileId)]));

/** Returns the id of a person's vote for a review as it was last written. */
export const voteIdOf = (
  { id, data: { edition = 0 } }: { readonly id: string; readonly data: Pick<Review, 'edition'> },
  userId: string,
): string => hashOf('vote', id, String(edition), userId);

/** Returns a hash of a longer text that spaces, case and accents do not change. Null for a short one. */
export function textHashOf(content: string): string | null {
  const text = normalForm(content, 'NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return text.length < LEAST_SAME_TEXT ? null : hashOf('review-text', text);
}

export type Examined = {
  readonly title: string | null;
  readonly content: string;
  readonly before: Pick<Review, 'wasHidden'> | null;
  readonly accountCreatedAt: string;
  readonly hasBought: boolean;
  /** The same text stands under another product. */
  readonly isRepeated: boolean;
};

/** Returns why a review waits for a moderator, or null when it is published at once. */
export function pendingCauseOf(examined: Examined, now: Date): PendingCause | null {
  const { title, content, before, accountCreatedAt, hasBought, isRepeated } = examined;
  if (before?.wasHidden) return 'was_hidden';
  if (hasLink(title ?? '', content)) return 'link';
  if (isRepeated) return 'same_text';
  const isNew = now.getTime() - Date.parse(accountCreatedAt) < NEW_ACCOUNT_MS;
  return isNew && !hasBought ? 'new_account' : null;
}
