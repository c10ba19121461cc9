import { describe, expect, it } from 'vitest';
import { labelledDays, niceMax, ticksOf } from './chart-scale.ts';

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

  it('labels no more days than fit, and always the last day', () => {
    expect(labelledDays(7, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelledDays(30, 6).at(-1)).toBe(29);
    expect(labelledDays(90, 6).length).toBeLessThanOrEqual(6);
  });
});
