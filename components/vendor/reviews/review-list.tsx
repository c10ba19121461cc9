import type { Route } from 'next';
import { Stars } from '#components/store/reviews/stars.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Picture } from '#components/ui/picture.tsx';
import { optionsText } from '#lib/store/families/option-texts.ts';
import type { VendorReview } from '#lib/store/reviews/own-reviews.ts';
import { sellerTexts } from '#lib/web/i18n/seller-texts.ts';
import { ReplyButton } from './reply-button.tsx';

type ReviewListProps = { readonly reviews: readonly VendorReview[]; readonly mayReply: boolean };

/** Shows the reviews of a seller's products, each with the reply or a way to give one. */
export async function ReviewList({ reviews, mayReply }: ReviewListProps) {
  const { t, texts, timeOf, go } = await sellerTexts('reviews');
  return (
    <ul aria-label={t('list')} className="flex flex-col gap-4">
      {reviews.map(({ id, productId, product, rating, title, content, images, reply, ...review }) => (
        <li key={id} className="flex flex-col gap-3 rounded-md border border-line bg-surface p-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars rating={rating} label={t('outOf', { rating })} />
            {review.verifiedPurchase && <Badge tone="success">{t('verified')}</Badge>}
            <Link
              href={go(`/products/${productId}/${product.slug}` as Route)}
              className="min-w-0 underline underline-offset-4 wrap-anywhere"
            >
              {[product.title, optionsText(review.options)].filter(Boolean).join(', ')}
            </Link>
          </div>
          {title && (
            <h2 dir="auto" className="text-lg wrap-anywhere">
              {title}
            </h2>
          )}
          <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
            {content}
          </p>
          {images.length > 0 && (
            <ul className="flex flex-wrap gap-3">
              {images.map((image) => (
                <li key={image.fileId} className="size-24 overflow-hidden rounded-md bg-sunken">
                  <Picture src={image.url} alt="" width={image.width} height={image.height} sizes="6rem" />
                </li>
              ))}
            </ul>
          )}
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span dir="auto" className="wrap-anywhere">
              {review.author.name}
            </span>
            <time dateTime={review.createdAt}>{timeOf(review.createdAt)}</time>
            {review.helpful > 0 && <span>{t('helpful', { count: review.helpful })}</span>}
          </p>
          {reply && (
            <div className="max-w-prose rounded-md border-l-4 border-primary bg-sunken p-4">
              <p className="text-sm font-medium">{t('yourReply')}</p>
              <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
                {reply.text}
              </p>
            </div>
          )}
          {mayReply && (
            <ReplyButton reviewId={id} name={review.author.name} reply={reply?.text ?? null} texts={texts} />
          )}
        </li>
      ))}
    </ul>
  );
}
