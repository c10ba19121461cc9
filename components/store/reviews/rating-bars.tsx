import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import { scoreText } from '#lib/i18n/score-text.ts';
import { type Stars, starCounts } from '#lib/store/reviews/values.ts';
import type { ReviewSummary } from '#lib/store/schemas/review.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

type RatingBarsProps = {
  readonly summary: ReviewSummary;
  readonly chosen: Stars | null;
  /** The address that filters by a rating, and by none. */
  readonly hrefOf: (stars: Stars | null) => Route;
};

/** Shows the average and a bar per rating, which filters the list. The chosen bar removes its filter. */
export async function RatingBars({ summary, chosen, hrefOf }: RatingBarsProps) {
  const { t, locale } = await pageTexts('reviews');
  const { average, count, byRating, verified } = summary;
  if (average === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-4xl font-semibold tabular-nums">{scoreText(average, locale)}</span>
        <span className="text-muted">
          <span className="sr-only">{t('outOf', { average: scoreText(average, locale) })}, </span>
          {t('count', { count })}
        </span>
      </p>
      {verified > 0 && <p className="text-sm text-muted">{t('verifiedCount', { count: verified })}</p>}
      <nav aria-label={t('bars')}>
        <ul className="flex flex-col">
          {starCounts.toReversed().map((stars) => {
            const rated = byRating[stars];
            return (
              <li key={stars}>
                <Link
                  href={hrefOf(stars === chosen ? null : stars)}
                  scroll={false}
                  aria-current={stars === chosen ? 'true' : undefined}
                  className="grid min-h-9 grid-cols-[2.5rem_1fr_2.5rem] items-center gap-3 rounded-md px-1 text-sm tabular-nums hover:bg-sunken aria-[current=true]:bg-primary-soft aria-[current=true]:font-semibold"
                >
                  <span>
                    <span aria-hidden>{stars} ★</span>
                    <span className="sr-only">{t('bar', { stars, count: rated })}</span>
                  </span>
                  <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(100 * rated) / count}%` }}
                    />
                  </span>
                  <span aria-hidden className="text-right text-muted">
                    {rated}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}
