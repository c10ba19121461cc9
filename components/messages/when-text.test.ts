import { expect, it } from 'vitest';
import { spanText, whenText } from './when-text.ts';

const reader = { locale: 'en', timeZone: 'Europe/Kyiv' };

it('writes a moment as people do, and a span with what both have in common once', () => {
  expect(whenText('2026-11-24T12:00:00.000Z', reader)).toBe('Nov 24, 2026, 2:00 PM');
  expect(spanText('2026-11-24T12:00:00.000Z', '2026-11-24T13:00:00.000Z', reader)).toBe('Nov 24, 2026, 2:00 – 3:00 PM');
});

it('shows a day that the calendar lacks as it is', () => {
  expect(whenText('2026-99-99T99:99:99.999Z', reader)).toBe('2026-99-99T99:99:99.999Z');
  expect(spanText('2026-99-99', '2026-11-24', reader)).toBe('2026-99-99 – 2026-11-24');
});
