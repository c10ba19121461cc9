import { expect, it } from 'vitest';
import { dollars, percent } from './figure-text.ts';

it('never rounds a small cost to zero', () => {
  expect([0, 120, 9_999, 10_000, 12_345_678].map(dollars)).toEqual(['$0', '$0.0001', '$0.0100', '$0.01', '$12.35']);
});

it('writes shares as whole percentages', () => {
  expect([0, 0.125, 1].map(percent)).toEqual(['0 %', '13 %', '100 %']);
});
