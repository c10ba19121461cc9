import { expect } from 'vitest';
import { AppError } from '#lib/core/errors.ts';

export type Act = () => Promise<unknown>;

const refusals = [403, 404, 409];

/** Performs acts at once. Each act succeeds or is refused with 403, 404 or 409. Returns the status of each. */
export const atOnce = async (acts: readonly Act[]): Promise<readonly number[]> =>
  (await Promise.allSettled(acts.map((act) => act()))).map((result) => {
    if (result.status === 'fulfilled') return 200;
    const { reason } = result;
    expect(reason instanceof AppError && refusals.includes(reason.status), `${reason}`).toBe(true);
    return reason.status;
  });
