import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#lib/core/errors.ts';
import { armFault } from '#lib/core/fault.ts';
import { sizeOf } from '#tests/support/form.ts';
import { openParts, partFindings, partHistory, performPart } from './parts-model.ts';

/** `PARTS_SEED` repeats a printed failure; `PARTS_RUNS` makes the run longer. */
const seed = Number(process.env.PARTS_SEED ?? Date.now() % 2 ** 31);
const numRuns = sizeOf(
  'PARTS_RUNS',
  process.env.TEST_DRIVER === 'firestore' ? { short: 2, long: 200 } : { short: 30, long: 200 },
);

/** A refusal by the shop, a lost reply or a planned crash is allowed; any other failure is not. */
const isAllowed = (error: unknown): boolean =>
  (error instanceof AppError && error.status < 500) ||
  (error instanceof Error && error.message.startsWith('fault at '));

describe('the parts of orders under random actions', () => {
  afterEach(() => armFault({ FAULT_MODE: 'throw' }));

  it(`SI26 keeps every rule of stock, orders and money after every step (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), partHistory, async (refundsByCard, history) => {
        armFault({ FAULT_MODE: 'throw' });
        const model = await openParts(refundsByCard);
        for (const [i, step] of history.entries()) {
          const done = await Promise.allSettled(step.map(async (one) => performPart(model, one)));
          for (const result of done) if (result.status === 'rejected' && !isAllowed(result.reason)) throw result.reason;
          expect({ i, step, findings: await partFindings(model) }).toEqual({ i, step, findings: [] });
        }
        await model.buyer.data.close();
      }),
      { numRuns, seed },
    );
  });
});
