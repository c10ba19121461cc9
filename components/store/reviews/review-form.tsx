import { useId, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Form } from '#components/ui/form/form.tsx';
import { FormButtons } from '#components/ui/form/form-buttons.tsx';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { MAX_REVIEW_TEXT, MAX_REVIEW_TITLE } from '#lib/store/reviews/limits.ts';
import type { OwnReviewView } from '#lib/store/schemas/review.ts';
import { post } from '#lib/web/api/api-client.ts';
import { openStorage } from '#lib/web/browser-storage.ts';
import { useOwnPart } from './own-part.tsx';
import { bodyOf, firstDraft, problemsOf, type ReviewDraft, readDraft, storeDraft } from './review-draft.ts';
import { ReviewPictures } from './review-pictures.tsx';
import { StarChoice } from './star-choice.tsx';

type ReviewFormProps = {
  readonly onSaved: (review: OwnReviewView) => void;
  readonly onCancel: () => void;
};

/** Asks for stars, text and pictures. The draft stays in the browser until the review is saved. */
export function ReviewForm({ onSaved, onCancel }: ReviewFormProps) {
  const { productId, mine, texts, errorText } = useOwnPart();
  const t = texts.reviews;
  const id = useId();
  const [storage] = useState(() => openStorage());
  const [draft, setDraft] = useState<ReviewDraft>(() => firstDraft(readDraft(storage, productId), mine));
  const [isChecked, setChecked] = useState(false);
  const { isBusy, problem, act } = useAction(errorText);
  const problems = isChecked ? problemsOf(draft) : {};

  const change = (patch: Partial<ReviewDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...patch };
      storeDraft(storage, productId, next);
      return next;
    });
  const save = () => {
    setChecked(true);
    if (Object.keys(problemsOf(draft)).length > 0) return;
    act(async () => {
      const { review } = await post<{ review: OwnReviewView }>(
        `/api/store/products/${productId}/reviews`,
        bodyOf(draft),
      );
      storeDraft(storage, productId, null);
      onSaved(review);
    });
  };
  return (
    <Form onSubmit={save} className="flex w-full max-w-prose flex-col gap-5 rounded-md border border-line-strong p-5">
      <h3 className="text-lg">{mine ? t.mine : t.write}</h3>
      <StarChoice
        rating={draft.rating}
        error={problems.rating && t[problems.rating]}
        onChange={(rating) => change({ rating })}
      />
      <TextField
        id={`${id}-title`}
        name="title"
        label={t.headline}
        note={t.optional}
        maxLength={MAX_REVIEW_TITLE}
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextAreaField
        id={`${id}-content`}
        name="content"
        label={t.content}
        hint={t.contentHint}
        error={problems.content && t[problems.content]}
        rows={5}
        maxLength={MAX_REVIEW_TEXT}
        value={draft.content}
        onChange={({ target }) => change({ content: target.value })}
      />
      <ReviewPictures images={draft.images} onChange={(images) => change({ images })} />
      {problem && (
        <Alert kind="danger" role="alert">
          {problem}
        </Alert>
      )}
      <FormButtons submit={t.save} busy={isBusy} cancel={t.cancel} onCancel={onCancel} />
      <p className="text-sm text-muted">{t.draftKept}</p>
    </Form>
  );
}
