import type { Context } from '#lib/context/context.ts';
import { codeOf, invalid } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Row } from '#lib/data/store.ts';
import { Products } from '#lib/store/collections.ts';
import type { Product } from '#lib/store/schemas/product.ts';
import type { Review, ReviewPage, ReviewSummary, ReviewsQuery } from '#lib/store/schemas/review.ts';
import { ReviewSums, Reviews, ReviewVotes } from './collections.ts';
import { reviewsOfGroup } from './queries.ts';
import { reviewIdOf, voteIdOf } from './review-rules.ts';
import { countsIn, summaryOf } from './review-sums.ts';
import { familyOfGroup, ownReviewOf, reviewViewOf } from './review-views.ts';

/** A product whose page shows reviews. Those of a variant are its family's. */
export type Reviewed = { readonly id: string; readonly familyId: string | null };

export const reviewedOf = ({ id, data: { familyId } }: Pick<Row<Product>, 'id' | 'data'>): Reviewed => ({
  id,
  familyId,
});

const groupOf = ({ id, familyId }: Reviewed): string => familyId ?? id;

/**
 * Returns one page of the published reviews of a product with the figures of all of them. A signed-in caller also gets
 * their own review of this very product, and which of the listed reviews they find helpful.
 */
export async function listReviews(ctx: Context, product: Reviewed, query: ReviewsQuery): Promise<ReviewPage> {
  const groupId = groupOf(product);
  const [page, summary, family] = await Promise.all([
    ctx.data.find(reviewsOfGroup(groupId, query, query.limit, query.afterId)).catch(badAfterId),
    findSummary(ctx, groupId),
    familyOfGroup(ctx, product.familyId),
  ]);
  const { user } = ctx;
  const [mine, votes] =
    user === null
      ? [undefined, null]
      : await Promise.all([
          ctx.data.get(Reviews, reviewIdOf(product.id, user.id)),
          votesAmong(ctx, user.id, page.rows),
        ]);
  return {
    reviews: page.rows.map((row) => reviewViewOf(row, family, ctx.locale)),
    summary,
    nextAfterId: page.next,
    mine: mine ? ownReviewOf(mine, family, ctx.locale) : null,
    votes,
  };
}

/** Returns the figures of a product, a family or a vendor. */
export const findSummary = async ({ data }: Pick<Context, 'data'>, id: string): Promise<ReviewSummary> =>
  summaryOf(countsIn(await data.get(ReviewSums, id)));

/** Returns a tag that changes whenever the list of a query does, for callers without a session. */
export async function reviewsTag(ctx: Context, productId: string, query: ReviewsQuery): Promise<string> {
  // What a signed-in caller gets is theirs alone and never answered from a cache.
  if (ctx.user !== null) return ctx.requestId;
  const product = reviewedOf(await ctx.data.need(Products, productId));
  const groupId = groupOf(product);
  const [sums, family] = await Promise.all([ctx.data.get(ReviewSums, groupId), familyOfGroup(ctx, product.familyId)]);
  return hashOf(groupId, sums?.version ?? '', String(family?.version ?? ''), ctx.locale, JSON.stringify(query)).slice(
    0,
    27,
  );
}

async function votesAmong({ data }: Context, userId: string, reviews: readonly Row<Review>[]): Promise<string[]> {
  if (reviews.length === 0) return [];
  const votes = await data.getMany(
    ReviewVotes,
    reviews.map((row) => voteIdOf(row, userId)),
  );
  return reviews.flatMap(({ id }, at) => (votes[at] ? [id] : []));
}

/** Renames the field of a cursor error: the caller knows the cursor as `afterId`. */
function badAfterId(error: unknown): never {
  const code = codeOf(error);
  if (code !== 'InvalidCursor') throw error;
  throw invalid('The query is not valid', { afterId: 'is not a review in this list' }, { code, cause: error });
}
