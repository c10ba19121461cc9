import { Flag, ThumbsUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { fill } from '#lib/i18n/fill.ts';
import { put, remove } from '#lib/web/api/api-client.ts';
import { useOwnPart } from './own-part.tsx';

const ReportReview = lazy(() => import('./report-review.tsx').then((module) => ({ default: module.ReportReview })));

type VoteButtonsProps = {
  readonly reviewId: string;
  readonly helpful: number;
  /** The reviews that the reader finds helpful. */
  readonly votes: readonly string[];
};
type Vote = { readonly helpful: number; readonly mine: boolean };

/** Lets a signed-in reader find a review helpful, or report it. */
export function VoteButtons({ reviewId, helpful, votes }: VoteButtonsProps) {
  const { productId, locale, texts, errorText } = useOwnPart();
  const [pressed, setPressed] = useState<Vote | null>(null);
  const [isReporting, setReporting] = useState(false);
  const { isBusy, problem, act } = useAction(errorText);

  const now = pressed ?? { helpful, mine: votes.includes(reviewId) };
  const path = `/api/store/products/${productId}/reviews/${reviewId}/helpful`;
  const vote = () => act(async () => setPressed(await (now.mine ? remove<Vote>(path) : put<Vote>(path, undefined))));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" aria-pressed={now.mine} busy={isBusy} onClick={vote}>
          <ThumbsUp aria-hidden className={now.mine ? 'size-4 fill-current' : 'size-4'} />
          {now.helpful > 0 ? fill(texts.reviews.helpfulCount, { count: now.helpful }, locale) : texts.reviews.helpful}
        </Button>
        <Button look="quiet" size="small" onClick={() => setReporting(true)}>
          <Flag aria-hidden className="size-4" />
          {texts.reviews.report}
        </Button>
      </div>
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      {isReporting && (
        <Suspense>
          <ReportReview reviewId={reviewId} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </div>
  );
}
