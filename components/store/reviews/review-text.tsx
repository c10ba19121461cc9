import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Picture } from '#components/ui/picture.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { optionsText } from '#lib/store/families/option-texts.ts';
import type { ReviewView } from '#lib/store/schemas/review.ts';
import { Stars } from './stars.tsx';

type ReviewTextProps = {
  readonly review: ReviewView;
  readonly vendorName: string;
  readonly locale: Locale;
  readonly texts: Texts<'reviews'>;
  readonly children?: ReactNode;
};

/** The day of a review. In UTC, so that the server and every browser say the same. */
const dayText = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));

/** Shows a review: stars, text, pictures, its variant and the reply of the seller. */
export function ReviewText({ review, vendorName, locale, texts, children }: ReviewTextProps) {
  const { rating, title, content, author, createdAt, editedAt, verifiedPurchase, options, images, reply } = review;
  return (
    <article className="flex flex-col gap-3">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} label={fill(texts.outOf, { average: String(rating) }, locale)} />
          {verifiedPurchase && <Badge tone="success">{texts.verified}</Badge>}
        </div>
        {title && (
          <h3 dir="auto" className="text-lg wrap-anywhere">
            {title}
          </h3>
        )}
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span dir="auto" className="wrap-anywhere">
            {author.name}
          </span>
          <time dateTime={createdAt}>{dayText(createdAt, locale)}</time>
          {editedAt && <span>{fill(texts.edited, { at: dayText(editedAt, locale) }, locale)}</span>}
          {options.length > 0 && <span>{fill(texts.variant, { options: optionsText(options) }, locale)}</span>}
        </p>
      </header>
      <p dir="auto" className="max-w-prose leading-7 whitespace-pre-line text-pretty wrap-anywhere">
        {content}
      </p>
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {images.map((image) => (
            <li key={image.fileId} className="size-24 overflow-hidden rounded-md bg-sunken">
              <a href={`${image.url}?w=1920`} target="_blank" rel="noreferrer">
                <Picture
                  src={image.url}
                  alt={fill(texts.picture, { name: author.name }, locale)}
                  width={image.width}
                  height={image.height}
                  sizes="6rem"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <div className="max-w-prose rounded-md border-l-4 border-primary bg-sunken p-4">
          <p className="text-sm font-medium">{fill(texts.reply, { vendor: vendorName }, locale)}</p>
          <p dir="auto" className="mt-1 leading-7 whitespace-pre-line wrap-anywhere">
            {reply.text}
          </p>
        </div>
      )}
      {children}
    </article>
  );
}
