import { describe, expect, it } from 'vitest';
import { ageText, agoText, spanText } from './age-text.ts';

const now = '2026-03-10T12:00:00.000Z';

describe('the age of an email', () => {
  it.each([
    ['2026-03-10T12:00:30.000Z', 'now', 'just now'],
    ['2026-03-10T11:59:30.000Z', 'now', 'just now'],
    ['2026-03-10T11:01:00.000Z', '59 min', '59 min ago'],
    ['2026-03-09T12:00:01.000Z', '23 h', '23 h ago'],
    ['2026-03-05T11:00:00.000Z', '5 d', '5 d ago'],
    ['2026-02-03T11:00:00.000Z', '3 Feb', 'on 3 Feb'],
    ['2025-12-31T23:59:00.000Z', '31 Dec 2025', 'on 31 Dec 2025'],
  ])('is written for %s as "%s"', (at, age, ago) => {
    expect(ageText(at, now)).toBe(age);
    expect(agoText(at, now)).toBe(ago);
  });
});

describe('a duration', () => {
  it.each([
    [42, '42 s'],
    [90, '2 min'],
    [3600, '1 h'],
    [5400, '1 h 30 min'],
    [86_399, '24 h'],
    [100_000, '1 d 4 h'],
  ])('of %d seconds is written as %s', (seconds, text) => {
    expect(spanText(seconds)).toBe(text);
  });
});
