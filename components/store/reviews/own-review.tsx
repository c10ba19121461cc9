'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { SignInLink } from '#components/shell/sign-in-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-look.ts';
import type { OwnReviewView } from '#lib/store/schemas/review.ts';
import { useOwnPart } from './own-part.tsx';

const MyReview = lazy(() => import('./my-review.tsx').then((module) => ({ default: module.MyReview })));
const ReviewForm = lazy(() => import('./review-form.tsx').then((module) => ({ default: module.ReviewForm })));

type OwnReviewProps = { readonly links: { readonly signIn: Route; readonly appeals: Route } };

/** Shows the reader's own review with its state, or a way to write one. */
export function OwnReview({ links }: OwnReviewProps) {
  const { mine, votes, isKnown, texts, setMine } = useOwnPart();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const t = texts.reviews;

  const settle = (review: OwnReviewView | null, words: string) => {
    setMine(review);
    setOpen(false);
    setSaid(words);
    router.refresh();
  };
  if (isKnown && votes === null && mine === null)
    return (
      <SignInLink href={links.signIn} className={`${buttonClass({ look: 'secondary' })} self-start`}>
        {t.signIn}
      </SignInLink>
    );
  return (
    <div className="needs-script flex flex-col items-start gap-4">
      <p role="status" className={said ? 'font-medium' : 'sr-only'}>
        {said}
      </p>
      {mine && !isOpen && (
        <Suspense>
          <MyReview
            mine={mine}
            appeals={links.appeals}
            onEdit={() => setOpen(true)}
            onDeleted={() => settle(null, t.deleted)}
          />
        </Suspense>
      )}
      {!mine && !isOpen && (
        <Button look="secondary" disabled={!isKnown} onClick={() => setOpen(true)}>
          {t.write}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ReviewForm
            onCancel={() => setOpen(false)}
            onSaved={(review) => settle(review, review.status === 'pending' ? t.savedPending : t.saved)}
          />
        </Suspense>
      )}
    </div>
  );
}
