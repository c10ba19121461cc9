import { expect, it } from 'vitest';
import { lastLines } from './last-lines.ts';

it('returns the last lines of a text without blank lines', () => {
  expect(lastLines('Hello\n\nYour order is on its way.\n \nBest\nOlha\n\n')).toBe('Best\nOlha');
  expect(lastLines('One line')).toBe('One line');
  expect(lastLines('')).toBe('');
});
