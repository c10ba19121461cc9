import { describe, expect, it } from 'vitest';
import { niceMax, ticksOf } from './chart-scale.ts';

describe('the scale of a chart', () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[3, 1], 5],
    [[7], 10],
    [[10], 10],
    [[11], 20],
    [[480], 500],
    [[501], 1000],
    [[1], 1],
    [[0.3, 0.1], 0.5],
    [[0.07], 0.1],
    [[0.0002], 0.0002],
  ])('for the values %j ends at %d', (values, end) => {
    expect(niceMax(values)).toBe(end);
  });

  it('names no half of a count', () => {
    expect([1, 5, 10, 0.5].map(ticksOf)).toEqual([
      [1, 0],
      [5, 0],
      [10, 5, 0],
      [0.5, 0.25, 0],
    ]);
  });
});
