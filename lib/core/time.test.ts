import { describe, expect, it } from 'vitest';
import { after, DAY_MS, dayOf, before as earlier, isoTime, minutesFrom, moment, msUntil } from '#lib/core/time.ts';

const noon = new Date('2026-03-29T12:00:00.000Z');

describe('times', () => {
  it('sort as text in chronological order, across months and summer time', () => {
    const moments = [earlier(noon, DAY_MS), noon.toISOString(), minutesFrom(noon, 1), after(noon, 5 * DAY_MS)];

    expect(moments.toSorted()).toEqual(moments);
    expect(moments.every((instant) => isoTime.safeParse(instant).success)).toBe(true);
  });

  it('are rejected unless written in UTC with milliseconds', () => {
    const others = ['2026-03-29', '2026-03-29T12:00:00Z', '2026-03-29T12:00:00.000+02:00', '2026-03-29 12:00:00.000Z'];

    expect(others.filter((text) => isoTime.safeParse(text).success)).toEqual([]);
  });

  it('are accepted with any offset and stored in UTC, unless the date does not exist', () => {
    const kept = (text: string) => moment.safeParse(text).data;

    expect(kept('2026-03-29T12:00:00+02:00')).toBe('2026-03-29T10:00:00.000Z');
    const others = ['2026-99-99T99:99:99.999Z', '2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00Z', '2026-03-29'];
    const outside = ['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+01:00'];
    expect([...others, ...outside].filter((text) => kept(text) !== undefined)).toEqual([]);
  });

  it('have a signed distance from now and a UTC day', () => {
    expect(msUntil(minutesFrom(noon, 1), noon)).toBe(60_000);
    expect(msUntil(earlier(noon, 1), noon)).toBe(-1);
    expect(dayOf(noon)).toBe('2026-03-29');
  });
});
