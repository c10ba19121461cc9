import { expect, it } from 'vitest';
import { testContext } from '#tests/support/context.ts';
import { expectServed } from '#tests/support/served-query.ts';
import * as queries from './queries.ts';
import { reviewSorts } from './values.ts';

const day = '2026-01-01T00:00:00.000Z';

it('queries of reviews are all served by declared indexes', async () => {
  const { data } = await testContext();

  for (const sortBy of reviewSorts)
    for (const rating of [undefined, 3])
      for (const verified of [undefined, true])
        expectServed(data, queries.reviewsOfGroup('prd_1', { sortBy, rating, verified }, 20));
  expectServed(data, queries.reviewsOfVendor('vnd_1', undefined, 20));
  expectServed(data, queries.reviewsOfVendor('vnd_1', 5, 20));
  expectServed(data, queries.reviewsBy('usr_1', 20));
  expectServed(data, queries.votesBy('usr_1', 20));
  expectServed(data, queries.votesFor('rev_1', 0).limit(1));
  expectServed(data, queries.reviewWithText('hash', 'first'));
  expectServed(data, queries.reviewWithText('hash', 'last'));
  expectServed(data, queries.reviewsInGroup('prd_1', 'fam_1', 20));
  expectServed(data, queries.reviewsRated('productId', 'prd_1', { rating: 5, verified: true }).limit(1));
  expectServed(data, queries.reviewsRated('vendorId', 'vnd_1', { rating: 5, verified: true }).limit(1));
  expectServed(data, queries.everyReview(20));
  expectServed(data, queries.everyReviewSum(20));
  expectServed(data, queries.reviewsChanged({ from: day, to: day }, 20));
  expect(Object.keys(queries)).toHaveLength(11);
});
