import { expect, it } from 'vitest';
import { rangeOf, rangesOn } from './day-ranges.ts';

it.each([
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2025-12-01', '2025-12-31'],
  ['2028-03-05', '2028-02-01', '2028-02-29'],
])('last month, seen on %s, is the whole month before', (today, from, to) => {
  expect(rangesOn(today).lastMonth).toEqual({ from, to });
});

it('a range is recognized by its days, and other days are none', () => {
  const ranges = rangesOn('2026-11-27');

  expect(rangeOf(ranges, {})).toBe('all');
  expect(rangeOf(ranges, { from: '2026-11-21', to: '2026-11-27' })).toBe('week');
  expect(rangeOf(ranges, { from: '2026-11-02', to: '2026-11-27' })).toBeNull();
});
