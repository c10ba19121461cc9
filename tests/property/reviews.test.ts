import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Products } from '#lib/store/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { seedOf } from '#tests/support/chance.ts';
import { sizeOf } from '#tests/support/form.ts';
import { wrongRatings } from '#tests/support/reviews.ts';
import { everyRow } from '#tests/support/world.ts';
import { openReviewModel, performReview, type ReviewModel, reviewHistory, settle } from './review-model.ts';

/** `REVIEW_SEED` repeats a printed failure; `REVIEW_RUNS` makes the run longer. */
const seed = seedOf('REVIEW_SEED');
// A history takes seconds on the emulator: `REVIEW_RUNS=300` plays as many there.
const numRuns = sizeOf(
  'REVIEW_RUNS',
  process.env.TEST_DRIVER === 'firestore' ? { short: 1, long: 20 } : { short: 20, long: 300 },
);

/** Returns the products whose rating is not that of their published reviews, counted here from all rows. */
async function wronglyRated({ world }: ReviewModel): Promise<string[]> {
  const [products, reviews] = await Promise.all([everyRow(world.data, Products), everyRow(world.data, Reviews)]);
  const published = reviews.filter(({ data }) => data.status === 'published');
  return products.flatMap(({ id, data: { rating } }) => {
    const own = published.filter(({ data }) => data.productId === id);
    const sum = own.reduce((all, { data }) => all + data.rating, 0);
    return rating.sum === sum && rating.count === own.length ? [] : [id];
  });
}

describe('reviews under random histories', () => {
  it(`SI22 have ratings and sums that equal the rows after every step (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(reviewHistory, async (steps) => {
        const model = await openReviewModel();
        for (const [i, together] of steps.entries()) {
          await Promise.allSettled(together.map((step) => performReview(model, step)));
          expect({ i, together, wrong: await wronglyRated(model) }).toEqual({ i, together, wrong: [] });
          const settled = await settle(model);
          expect({ i, together, findings: await wrongRatings(settled) }).toEqual({ i, together, findings: [] });
        }
        await model.world.data.close();
      }),
      { numRuns, seed },
    );
  });
});
