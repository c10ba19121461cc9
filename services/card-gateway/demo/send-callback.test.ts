import { describe, expect, it } from 'vitest';
import { nextTryAt } from './send-callback.ts';

const start = new Date('2026-03-02T10:00:00.000Z');

/** Returns the minutes after the first try at which the next ones come when no reply ever accepts. */
function triesOf(speed: number): number[] {
  const tries: number[] = [];
  let at: Date | null = start;
  while (at !== null) {
    tries.push((at.getTime() - start.getTime()) / 60_000);
    at = nextTryAt({ createdAt: start.toISOString() }, tries.length, at, speed);
  }
  return tries;
}

describe('nextTryAt', () => {
  it('waits 1, 2, 5, 15, 30, 60 minutes, then an hour each time, and gives up after 96 hours', () => {
    const tries = triesOf(1);

    expect(tries.slice(0, 9)).toEqual([0, 1, 3, 8, 23, 53, 113, 173, 233]);
    expect(tries.at(-1)).toBeLessThanOrEqual(96 * 60);
    expect(tries.at(-1)).toBeGreaterThan(95 * 60);
  });

  it('shortens every pause by the speed factor', () => {
    expect(triesOf(60)).toHaveLength(triesOf(1).length);
    expect(triesOf(60)[1]).toBeCloseTo(1 / 60, 3);
  });
});
