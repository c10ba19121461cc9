import { cursorText } from '#lib/core/paging.ts';
import { type ReviewSort, reviewSorts, type Stars, starCounts } from '#lib/store/reviews/values.ts';

/** The reviews on one page of a product. */
export const REVIEWS_SHOWN = 10;

/** What the address of a product page says about its reviews. */
export type ReviewState = {
  readonly sort: ReviewSort;
  readonly stars: Stars | null;
  readonly verified: boolean;
  readonly after: string | null;
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Returns the state that a query names. What it does not know counts as not asked. */
export function readReviewState({ sort, stars, verified, after }: Query): ReviewState {
  return {
    sort: reviewSorts.find((known) => known === sort) ?? 'newest',
    stars: starCounts.find((known) => String(known) === stars) ?? null,
    verified: verified === 'true',
    after: cursorText.safeParse(after).data ?? null,
  };
}

/** Returns the query of a state, with the place on the page where the reviews begin. Empty parts are left out. */
export function reviewQuery({ sort, stars, verified, after }: ReviewState): string {
  const query = new URLSearchParams({
    ...(sort !== 'newest' && { sort }),
    ...(stars !== null && { stars: String(stars) }),
    ...(verified && { verified: 'true' }),
    ...(after !== null && { after }),
  }).toString();
  return `${query === '' ? '' : `?${query}`}#reviews`;
}

/** Returns the query of the API for the same list. */
export const reviewApiQuery = ({ sort, stars, verified, after }: ReviewState): string =>
  new URLSearchParams({
    sortBy: sort,
    limit: String(REVIEWS_SHOWN),
    ...(stars !== null && { rating: String(stars) }),
    ...(verified && { verified: 'true' }),
    ...(after !== null && { afterId: after }),
  }).toString();
