import { describe, expect, it } from 'vitest';
import { agoText, byDay, dayText } from './day-groups.ts';

/** A date in the time zone of the machine that runs the test, like a browser's own. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute);
const row = (date: Date) => ({ createdAt: date.toISOString() });

describe('a list grouped by day', () => {
  it('keeps the order and starts a day at local midnight', () => {
    const groups = byDay([at(3, 0, 1), at(2, 23, 59), at(2, 8), at(1, 12)].map(row));

    expect(groups.map(({ day, rows }) => [day, rows.length])).toEqual([
      ['2026-03-03', 1],
      ['2026-03-02', 2],
      ['2026-03-01', 1],
    ]);
  });

  it('names days as today, yesterday or a date', () => {
    const now = at(2, 9);

    expect(['2026-03-02', '2026-03-01', '2026-02-27', '2025-12-31'].map((day) => dayText(day, now, 'en'))).toEqual([
      'Today',
      'Yesterday',
      'February 27',
      'December 31, 2025',
    ]);
    expect(dayText('2026-03-01', now, 'uk')).toBe('Учора');
  });

  it('shows an age in whole units', () => {
    const now = at(10, 12);
    const ago = (date: Date) => agoText(date.toISOString(), now, 'en');

    expect([at(10, 12), at(10, 11, 59), at(10, 11, 1), at(10, 9), at(9, 12), at(7, 11)].map(ago)).toEqual([
      'now',
      '1 min. ago',
      '59 min. ago',
      '3 hr. ago',
      'yesterday',
      '3 days ago',
    ]);
    expect(agoText(at(10, 13).toISOString(), now, 'en')).toBe('now');
  });
});
