import { expect, it } from 'vitest';
import { spanText, whenText } from './when-text.ts';

const reader = { locale: 'en', timeZone: 'Europe/Kyiv' };

it('formats a time, and a range without repeating the common part', () => {
  expect(whenText('2026-11-24T12:00:00.000Z', reader)).toBe('Nov 24, 2026, 2:00 PM');
  expect(spanText('2026-11-24T12:00:00.000Z', '2026-11-24T13:00:00.000Z', reader)).toBe('Nov 24, 2026, 2:00 – 3:00 PM');
});

it('shows an invalid date unchanged', () => {
  expect(whenText('2026-99-99T99:99:99.999Z', reader)).toBe('2026-99-99T99:99:99.999Z');
  expect(spanText('2026-99-99', '2026-11-24', reader)).toBe('2026-99-99 – 2026-11-24');
});
