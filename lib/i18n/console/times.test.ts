import { expect, it } from 'vitest';
import { distanceText, momentText, timeText } from './times.ts';

const at = '2026-11-26T22:05:09.000Z';

it('writes a time in the language and the time zone of the reader', () => {
  expect(timeText(at, { locale: 'en', zone: 'UTC' })).toBe('26 Nov 2026, 22:05');
  expect(timeText(at, { locale: 'uk', zone: 'Europe/Kyiv' })).toBe('27 лист. 2026 р., 00:05');
  expect(timeText(at, { locale: 'ru', zone: 'Europe/Kyiv' })).toBe('27 нояб. 2026 г., 00:05');
});

it('adds the seconds where the order of events matters', () => {
  expect(momentText(at, { locale: 'en', zone: 'UTC' })).toBe('26 Nov 2026, 22:05:09');
});

it.each([
  ['2026-11-24T22:05:08.000Z', '2 days ago', '2 дні тому', '2 дня назад'],
  ['2026-11-27T03:04:09.000Z', 'in 4 hours', 'через 4 години', 'через 4 часа'],
  ['2026-11-26T21:05:10.000Z', '59 minutes ago', '59 хвилин тому', '59 минут назад'],
])('writes how far %s lies from now', (time, en, uk, ru) => {
  const written = (['en', 'uk', 'ru'] as const).map((locale) =>
    distanceText(time, new Date(at), { locale, zone: 'UTC' }),
  );

  expect(written).toEqual([en, uk, ru]);
});
