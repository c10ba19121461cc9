import { expect, it } from 'vitest';
import { paddedAt } from './padded-at.ts';

it('a text inserted into a reply does not run into the words around it', () => {
  expect(paddedAt('Order 7', '', '')).toBe('Order 7');
  expect(paddedAt('Order 7', 'See', 'please')).toBe(' Order 7 ');
  expect(paddedAt('Order 7', 'See ', ', please')).toBe('Order 7');
  expect(paddedAt('Order 7', 'Hello\n', '\nBye')).toBe('Order 7');
});
