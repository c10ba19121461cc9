import type { Route } from 'next';
import { ChoiceLinks } from '#components/ui/choice-links.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { reviewSorts } from '#lib/store/reviews/values.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import type { ReviewPage } from '#lib/store/schemas/review.ts';
import { type ReviewState, reviewApiQuery, reviewQuery } from '#lib/web/catalog/review-url.ts';
import { clientTexts, pageTexts } from '#lib/web/i18n/page-texts.ts';
import { OwnPart } from './own-part.tsx';
import { OwnReview } from './own-review.tsx';
import { RatingBars } from './rating-bars.tsx';
import { ReviewButtons } from './review-buttons.tsx';
import { ReviewText } from './review-text.tsx';

type ProductReviewsProps = {
  readonly product: Pick<PublicProduct, 'id' | 'title' | 'vendor'>;
  readonly page: Pick<ReviewPage, 'reviews' | 'summary' | 'nextAfterId'>;
  /** The address of the product without a query. */
  readonly path: string;
  readonly state: ReviewState;
};

/**
 * Shows the reviews of a product with bars that filter, sort and pages in the address. It reads no session: what is the
 * reader's own is fetched by their browser.
 */
export async function ProductReviews({ product, page, path, state }: ProductReviewsProps) {
  const [{ t, locale, go }, reviews, problems, report, reportProblems] = await Promise.all([
    pageTexts('reviews'),
    clientTexts('reviews'),
    clientTexts('reviewProblems'),
    clientTexts('messageReport'),
    clientTexts('messageProblems'),
  ]);
  const { summary, nextAfterId } = page;
  const hrefOf = (patch: Partial<ReviewState>) => `${path}${reviewQuery({ ...state, after: null, ...patch })}` as Route;
  const isFiltered = state.stars !== null || state.verified;

  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-16 flex scroll-mt-6 flex-col gap-8">
      <h2 id="reviews-title" className="text-2xl">
        {t('title')}
      </h2>
      <OwnPart
        productId={product.id}
        vendorName={product.vendor.name}
        query={reviewApiQuery(state)}
        locale={locale}
        texts={{ reviews, problems, report, reportProblems }}
      >
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
          <RatingBars summary={summary} chosen={state.stars} hrefOf={(stars) => hrefOf({ stars })} />
          <div className={summary.count === 0 ? 'flex flex-col gap-8 md:col-span-2' : 'flex flex-col gap-8'}>
            <OwnReview links={{ signIn: go('/sign-in'), appeals: go('/account/appeals') }} />
            {summary.count > 0 && (
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                <nav aria-label={t('sort')}>
                  <ChoiceLinks
                    choices={reviewSorts}
                    chosen={state.sort}
                    hrefOf={(sort) => hrefOf({ sort })}
                    textOf={(sort) => t(`sort_${sort}`)}
                  />
                </nav>
                {(summary.verified > 0 || state.verified) && (
                  <LinkButton
                    href={hrefOf({ verified: !state.verified })}
                    look={state.verified ? 'primary' : 'secondary'}
                    size="small"
                    aria-current={state.verified ? 'true' : undefined}
                  >
                    {t('verifiedOnly')}
                  </LinkButton>
                )}
                {isFiltered && (
                  <LinkButton href={hrefOf({ stars: null, verified: false })} look="quiet" size="small">
                    {t('all')}
                  </LinkButton>
                )}
              </div>
            )}
            {page.reviews.length > 0 ? (
              <ul aria-label={t('list', { title: product.title })} className="flex flex-col divide-y divide-line">
                {page.reviews.map((review) => (
                  <li key={review.id} className="py-6 first:pt-0">
                    <ReviewText review={review} vendorName={product.vendor.name} locale={locale} texts={reviews}>
                      <ReviewButtons reviewId={review.id} helpful={review.helpful} />
                    </ReviewText>
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyState title={t(isFiltered ? 'noneTitle' : 'empty')}>
                {t(isFiltered ? 'noneText' : 'emptyText')}
              </EmptyState>
            )}
            <Pagination
              label={t('pages')}
              first={state.after === null ? null : { href: hrefOf({}), label: t('firstPage') }}
              next={nextAfterId === null ? null : { href: hrefOf({ after: nextAfterId }), label: t('next') }}
            />
          </div>
        </div>
      </OwnPart>
    </section>
  );
}
