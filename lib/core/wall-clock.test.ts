import { expect, it } from 'vitest';
import { daysAfter, localDay, startOfDay } from './wall-clock.ts';

it.each([
  ['Europe/Kyiv', '2026-01-15', '2026-01-14T22:00:00.000Z'],
  ['Europe/Kyiv', '2026-07-15', '2026-07-14T21:00:00.000Z'],
  ['Europe/Kyiv', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['Europe/Kyiv', '2026-03-30', '2026-03-29T21:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
])('a day of %s starts at its local midnight, before and after a clock change: %s', (zone, day, at) => {
  expect(startOfDay(zone, day)).toBe(at);
  expect(localDay(zone, new Date(at))).toBe(day);
  expect(localDay(zone, new Date(Date.parse(at) - 1))).toBe(daysAfter(day, -1));
});
