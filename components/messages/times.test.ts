import { describe, expect, it } from 'vitest';
import { openClock } from './times.ts';

const texts = { today: 'Today', yesterday: 'Yesterday' };
const now = Date.parse('2026-03-12T22:30:00.000Z');

describe('message times', () => {
  it('use the calendar days of the reader’s time zone', () => {
    const kyiv = openClock({ locale: 'en', timeZone: 'Europe/Kyiv' }, texts);
    const york = openClock({ locale: 'en', timeZone: 'America/New_York' }, texts);

    // Half past midnight in Kyiv.
    expect(kyiv.dayText('2026-03-12T21:30:00.000Z', now)).toBe('Yesterday');
    expect(york.dayText('2026-03-12T21:30:00.000Z', now)).toBe('Today');
    expect([kyiv.dayOf('2026-03-12T22:30:00.000Z'), york.dayOf('2026-03-12T22:30:00.000Z')]).toEqual([
      '2026-03-13',
      '2026-03-12',
    ]);
  });

  it('show a time, a weekday or a date depending on their age', () => {
    const clock = openClock({ locale: 'en', timeZone: 'UTC' }, texts);
    const said = ['2026-03-12', '2026-03-11', '2026-03-07', '2026-03-05', '2025-03-05'].map((day) =>
      clock.dayText(`${day}T10:00:00.000Z`, now),
    );

    expect(said).toEqual(['Today', 'Yesterday', 'Saturday', 'March 5', 'March 5, 2025']);
    expect(clock.rowTime('2026-03-12T09:05:00.000Z', now)).toMatch(/^9:05\sAM$/);
    expect(clock.rowTime('2026-03-11T09:05:00.000Z', now)).toBe('Wed');
    expect(clock.rowTime('2025-03-11T09:05:00.000Z', now)).toBe('3/11/25');
  });
});
