import 'server-only';
import { pageOrFirst } from '#app/page-or-first.ts';
import type { Context } from '#lib/context/context.ts';
import { listReviews } from '#lib/store/reviews/list-reviews.ts';
import type { PublicProduct } from '#lib/store/schemas/catalog.ts';
import { REVIEWS_SHOWN, type ReviewState } from '#lib/web/catalog/review-url.ts';

/**
 * Reads the reviews that the address of a product page asks for, as everyone sees them. A place that is no longer in the
 * list leads to its beginning.
 */
export const readReviews = (
  ctx: Context,
  { id, family }: Pick<PublicProduct, 'id' | 'family'>,
  { sort, stars, verified, after }: ReviewState,
) =>
  pageOrFirst(after ?? undefined, (afterId) =>
    listReviews(
      { ...ctx, user: null },
      { id, familyId: family?.id ?? null },
      { sortBy: sort, rating: stars ?? undefined, verified, limit: REVIEWS_SHOWN, afterId },
    ),
  );
