import { describe, expect, it } from 'vitest';
import { openInteractions, openShifts } from './vital-scores.ts';

const scoreOf = (shifts: readonly (readonly [at: number, value: number])[]): number => {
  const shown = openShifts();
  for (const [startTime, value] of shifts) shown.add({ startTime, value, hadRecentInput: false });
  return Math.round(shown.score() * 100) / 100;
};

describe('openShifts', () => {
  it.each([
    ['no shift', [], 0],
    [
      'shifts within a second of each other',
      [
        [0, 0.1],
        [999, 0.1],
        [1_500, 0.1],
      ],
      0.3,
    ],
    [
      'two groups, of which the larger counts',
      [
        [0, 0.1],
        [1_000, 0.2],
        [1_100, 0.2],
        [4_000, 0.3],
      ],
      0.4,
    ],
    ['no group that is longer than five seconds', Array.from({ length: 12 }, (_, n) => [n * 900, 0.1] as const), 0.6],
  ] as const)('scores %s', (_, shifts, score) => {
    expect(scoreOf(shifts)).toBe(score);
  });

  it('leaves out what a person has caused', () => {
    const shown = openShifts();
    shown.add({ startTime: 0, value: 0.4, hadRecentInput: true });

    expect(shown.score()).toBe(0);
  });
});

describe('openInteractions', () => {
  it('has none before the first', () => {
    expect(openInteractions().latency(0)).toBeUndefined();
  });

  it('takes the events of one press as one interaction, and the slowest of few', () => {
    const seen = openInteractions();
    for (const duration of [48, 120, 64]) seen.add({ interactionId: 7, duration });
    seen.add({ interactionId: 8, duration: 80 });
    seen.add({ interactionId: 0, duration: 900 });

    expect(seen.latency(2)).toBe(120);
  });

  it('leaves out the slowest of every fifty', () => {
    const seen = openInteractions();
    for (let n = 1; n <= 120; n++) seen.add({ interactionId: n, duration: n });

    expect([49, 50, 119, 10_000].map((count) => seen.latency(count))).toEqual([120, 119, 118, 111]);
  });
});
