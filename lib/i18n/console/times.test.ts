import { expect, it } from 'vitest';
import { momentText, timeText } from './times.ts';

const at = '2026-11-26T22:05:09.000Z';

it('writes a time in the language and the time zone of the reader', () => {
  expect(timeText(at, { locale: 'en', zone: 'UTC' })).toBe('26 Nov 2026, 22:05');
  expect(timeText(at, { locale: 'uk', zone: 'Europe/Kyiv' })).toBe('27 лист. 2026 р., 00:05');
  expect(timeText(at, { locale: 'ru', zone: 'Europe/Kyiv' })).toBe('27 нояб. 2026 г., 00:05');
});

it('adds the seconds where the order of events matters', () => {
  expect(momentText(at, { locale: 'en', zone: 'UTC' })).toBe('26 Nov 2026, 22:05:09');
});
