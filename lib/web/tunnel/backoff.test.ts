import { expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

it('doubles the span up to 30 seconds, picks a random moment of the span, and starts again after a reset', () => {
  const randoms = [1, 1, 0.25, 0, 1, 1, 1, 1, 0.5];
  const backoff = new Backoff(() => randoms.shift() ?? Number.NaN);

  const waits = Array.from({ length: 8 }, () => backoff.nextMs());
  backoff.reset();

  expect(waits).toEqual([500, 1000, 500, 0, 8000, 16_000, 30_000, 30_000]);
  expect(backoff.nextMs()).toBe(250);
});

it('is offline after the third attempt in a row, and not before', () => {
  const backoff = new Backoff(() => 0);
  const seen = Array.from({ length: 3 }, () => {
    backoff.nextMs();
    return backoff.isOffline;
  });
  backoff.reset();

  expect(seen).toEqual([false, false, true]);
  expect(backoff.isOffline).toBe(false);
});
