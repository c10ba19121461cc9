import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { OwnReviewView } from '#lib/store/schemas/review.ts';
import { useOwnPart } from './own-part.tsx';

const MyReview = lazy(() => import('./my-review.tsx').then((module) => ({ default: module.MyReview })));
const ReviewForm = lazy(() => import('./review-form.tsx').then((module) => ({ default: module.ReviewForm })));

/** Shows the reader's own review with its state, or a way to write one. */
export function WriteOwnReview({ appeals }: { readonly appeals: Route }) {
  const { mine, texts, setMine } = useOwnPart();
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
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status" className={said ? 'font-medium' : 'sr-only'}>
        {said}
      </p>
      {mine && !isOpen && (
        <Suspense>
          <MyReview
            mine={mine}
            appeals={appeals}
            onEdit={() => setOpen(true)}
            onDeleted={() => settle(null, t.deleted)}
          />
        </Suspense>
      )}
      {!mine && !isOpen && (
        <Button look="secondary" onClick={() => setOpen(true)}>
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
