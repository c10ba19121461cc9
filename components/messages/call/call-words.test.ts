import { describe, expect, it } from 'vitest';
import { clockText } from './call-words.ts';

describe('the clock of a call', () => {
  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [3599, '59:59'],
    [3605, '1:00:05'],
  ])('shows %i seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});
