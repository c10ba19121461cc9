import { describe, expect, it } from 'vitest';
import { readerInUtc, sayOf } from '#tests/support/console-say.ts';
import { ageText, agoText, spanText } from './age-text.ts';

const t = await sayOf('inbox');
const words = { t, reader: readerInUtc };
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
    expect(ageText(at, now, words)).toBe(age);
    expect(agoText(at, now, words)).toBe(ago);
  });
});

it('writes the age of an email in the language and the zone of the reader', async () => {
  const reader = { locale: 'uk', zone: 'Europe/Kyiv' } as const;
  const inUkrainian = { t: await sayOf('inbox', 'uk'), reader };

  expect(agoText('2026-03-10T09:00:00.000Z', now, inUkrainian)).toBe('3 год тому');
  expect(ageText('2026-02-03T23:30:00.000Z', now, inUkrainian)).toMatch(/^4 лют/);
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
    expect(spanText(seconds, t)).toBe(text);
  });
});
