'use client';

import type { Route } from 'next';
import { lazy, Suspense } from 'react';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import { useOwnPart } from './own-part.tsx';

const WriteOwnReview = lazy(() =>
  import('./write-own-review.tsx').then((module) => ({ default: module.WriteOwnReview })),
);

type OwnReviewProps = { readonly links: { readonly signIn: Route; readonly appeals: Route } };

/** Shows the reader's own review or a way to write one, and to a guest the way to sign in. */
export function OwnReview({ links }: OwnReviewProps) {
  const { mine, votes, isKnown, texts } = useOwnPart();
  // The place of the button, so that nothing moves once it is known who reads.
  const place = <div className="needs-script min-h-11" />;
  if (!isKnown) return place;
  if (votes === null && mine === null)
    return (
      <SignInLink href={links.signIn} className={`${buttonClass({ look: 'secondary' })} self-start`}>
        {texts.reviews.signIn}
      </SignInLink>
    );
  return (
    <Suspense fallback={place}>
      <WriteOwnReview appeals={links.appeals} />
    </Suspense>
  );
}
