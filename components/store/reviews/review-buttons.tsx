'use client';

import { lazy, Suspense } from 'react';
import { fill } from '#lib/i18n/fill.ts';
import { useOwnPart } from './own-part.tsx';

const VoteButtons = lazy(() => import('./vote-buttons.tsx').then((module) => ({ default: module.VoteButtons })));

type ReviewButtonsProps = { readonly reviewId: string; readonly helpful: number };

/** Shows how many people find a review helpful, and to a signed-in reader the buttons for it. */
export function ReviewButtons({ reviewId, helpful }: ReviewButtonsProps) {
  const { votes, mine, locale, texts } = useOwnPart();
  const count =
    helpful > 0 ? (
      <p className="text-sm text-muted">{fill(texts.reviews.helpfulCount, { count: helpful }, locale)}</p>
    ) : null;
  // Without a session there is nothing to press, and nobody rates or reports their own review.
  if (votes === null || mine?.id === reviewId) return count;
  return (
    <Suspense fallback={count}>
      <VoteButtons reviewId={reviewId} helpful={helpful} votes={votes} />
    </Suspense>
  );
}
