import { useId } from 'react';
import { fill } from '#lib/i18n/fill.ts';
import { starCounts } from '#lib/store/reviews/values.ts';
import { useOwnPart } from './own-part.tsx';

type StarChoiceProps = {
  readonly rating: number;
  readonly error: string | undefined;
  readonly onChange: (rating: number) => void;
};

/** Asks for one to five stars, as radio buttons that the arrow keys move. */
export function StarChoice({ rating, error, onChange }: StarChoiceProps) {
  const { locale, texts } = useOwnPart();
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{texts.reviews.rating}</legend>
      <div className="flex">
        {starCounts.map((stars) => (
          <label
            key={stars}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-3xl leading-none has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={rating === stars}
              onChange={() => onChange(stars)}
              className="sr-only"
            />
            <span aria-hidden className={stars <= rating ? 'text-accent' : 'text-line-strong'}>
              ★
            </span>
            <span className="sr-only">{fill(texts.reviews.stars, { stars }, locale)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
