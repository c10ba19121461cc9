import { describe, expect, it } from 'vitest';
import { after, DAY_MS, dayOf, before as earlier, isoTime, minutesFrom, msUntil } from '#lib/core/time.ts';

const noon = new Date('2026-03-29T12:00:00.000Z');

describe('time', () => {
  it('is text whose order is the order of time, across months and summer time', () => {
    const moments = [earlier(noon, DAY_MS), noon.toISOString(), minutesFrom(noon, 1), after(noon, 5 * DAY_MS)];

    expect(moments.toSorted()).toEqual(moments);
    expect(moments.every((moment) => isoTime.safeParse(moment).success)).toBe(true);
  });

  it('is refused in any other spelling', () => {
    const others = ['2026-03-29', '2026-03-29T12:00:00Z', '2026-03-29T12:00:00.000+02:00', '2026-03-29 12:00:00.000Z'];

    expect(others.filter((text) => isoTime.safeParse(text).success)).toEqual([]);
  });

  it('tells how far a moment lies ahead or behind, and on which day it is', () => {
    expect(msUntil(minutesFrom(noon, 1), noon)).toBe(60_000);
    expect(msUntil(earlier(noon, 1), noon)).toBe(-1);
    expect(dayOf(noon)).toBe('2026-03-29');
  });
});
