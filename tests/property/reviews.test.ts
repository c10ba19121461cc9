import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/core/errors.ts';
import { Products } from '#lib/store/collections.ts';
import { Reviews } from '#lib/store/reviews/collections.ts';
import { seedOf } from '#tests/support/chance.ts';
import { sizeOf } from '#tests/support/form.ts';
import { wrongRatings } from '#tests/support/reviews.ts';
import { everyRow } from '#tests/support/world.ts';
import {
  decidedBy,
  openReviewModel,
  performReview,
  type ReviewModel,
  type ReviewStep,
  reviewHistory,
  settle,
  wholeHistory,
} from './review-model.ts';

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

/** Returns the reviews that are not public and must not become so without a decision. */
async function heldBack({ world }: ReviewModel): Promise<ReadonlySet<string>> {
  const rows = await everyRow(world.data, Reviews);
  const held = rows.filter(({ data: { status, wasHidden, pendingFor } }) =>
    status === 'removed' ? wasHidden || pendingFor !== null : status !== 'published',
  );
  return new Set(held.map(({ id }) => id));
}

/** Performs steps at the same moment and returns those that the shop did not refuse. Throws any other error. */
async function performTogether(model: ReviewModel, steps: readonly ReviewStep[]): Promise<readonly ReviewStep[]> {
  const results = await Promise.allSettled(steps.map((step) => performReview(model, step)));
  return steps.filter((_, at) => {
    const result = results[at];
    if (result?.status === 'rejected' && !(result.reason instanceof AppError && result.reason.status < 500))
      throw result.reason;
    return result?.status === 'fulfilled';
  });
}

describe('reviews under random histories', () => {
  it(`SI22 have ratings, sums and votes that equal the rows, and are published by decisions alone (seed ${seed})`, async () => {
    const done = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(reviewHistory, async (steps) => {
        const model = await openReviewModel();
        for (const [i, together] of steps.entries()) {
          const held = await heldBack(model);
          const performed = await performTogether(model, together);
          for (const { op } of performed) done.set(op, (done.get(op) ?? 0) + 1);
          const decided = new Set(performed.flatMap((step) => decidedBy(model, step)));
          const still = await heldBack(model);
          const shown = [...held].filter((id) => !still.has(id) && !decided.has(id));
          const wrong = await wronglyRated(model);
          expect({ i, together, wrong, shown }).toEqual({ i, together, wrong: [], shown: [] });
          const settled = await settle(model);
          expect({ i, together, findings: await wrongRatings(settled) }).toEqual({ i, together, findings: [] });
        }
        await model.world.data.close();
      }),
      { numRuns, seed, examples: [[wholeHistory]] },
    );
    expect([...done.keys()].toSorted()).toEqual([...new Set(wholeHistory.flat().map(({ op }) => op))].toSorted());
  });
});
