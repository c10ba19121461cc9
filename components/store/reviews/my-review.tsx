import type { Route } from 'next';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { OwnReviewView } from '#lib/store/schemas/review.ts';
import { remove } from '#lib/web/api/api-client.ts';
import { useOwnPart } from './own-part.tsx';
import { ReviewText } from './review-text.tsx';

type MyReviewProps = {
  readonly mine: OwnReviewView;
  readonly appeals: Route;
  readonly onEdit: () => void;
  readonly onDeleted: () => void;
};

/** Shows the reader's own review with its state, and lets them change or delete it. */
export function MyReview({ mine, appeals, onEdit, onDeleted }: MyReviewProps) {
  const { vendorName, locale, texts } = useOwnPart();
  const t = texts.reviews;
  return (
    <section aria-label={t.mine} className="flex w-full flex-col gap-4 rounded-md border border-line-strong p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-lg">{t.mine}</h3>
        {mine.status !== 'published' && (
          <Badge tone={mine.status === 'hidden' ? 'danger' : 'warning'}>{t[`status_${mine.status}`]}</Badge>
        )}
      </div>
      {mine.status === 'pending' && <p className="text-sm text-muted">{t.pendingText}</p>}
      {mine.status === 'hidden' && (
        <p className="text-sm text-muted">
          {t.hiddenText}{' '}
          <Link href={`${appeals}?case=${mine.id}#${mine.id}` as Route} className="underline">
            {t.appeal}
          </Link>
        </p>
      )}
      <ReviewText review={mine} vendorName={vendorName} locale={locale} texts={t}>
        <div className="flex flex-wrap gap-2">
          {mine.status !== 'hidden' && (
            <Button look="secondary" size="small" onClick={onEdit}>
              {t.edit}
            </Button>
          )}
          <DeleteReview onDeleted={onDeleted} />
        </div>
      </ReviewText>
    </section>
  );
}

function DeleteReview({ onDeleted }: { readonly onDeleted: () => void }) {
  const { productId, texts, errorText } = useOwnPart();
  const [isOpen, setOpen] = useState(false);
  const action = useAction(errorText);
  const t = texts.reviews;
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        {t.remove}
      </Button>
      {isOpen && (
        <FormDialog
          title={t.removeTitle}
          submit={t.remove}
          look="danger"
          cancel={t.cancel}
          closeLabel={t.close}
          action={action}
          onSubmit={(_, close) =>
            action.act(
              () => remove(`/api/store/products/${productId}/reviews`),
              () => {
                close();
                onDeleted();
              },
            )
          }
          onClose={() => setOpen(false)}
        >
          <p>{t.removeText}</p>
        </FormDialog>
      )}
    </>
  );
}
