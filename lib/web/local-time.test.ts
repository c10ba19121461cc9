import { describe, expect, it } from 'vitest';
import { momentOf } from './local-time.ts';

describe('momentOf', () => {
  it.each([
    ['2026-07-01T12:00', 'Europe/Kyiv', '2026-07-01T09:00:00.000Z'],
    ['2026-12-01T12:00', 'Europe/Kyiv', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T00:30', 'America/New_York', '2026-12-01T05:30:00.000Z'],
    ['2026-12-01T12:00', 'Asia/Kathmandu', '2026-12-01T06:15:00.000Z'],
  ])('reads %s as a local time in %s', (local, zone, moment) => {
    expect(momentOf(local, zone)).toBe(moment);
  });

  it('handles the days on which the clock changes', () => {
    const kyiv = (local: string) => momentOf(local, 'Europe/Kyiv');

    // 29 March 2026, 03:00 becomes 04:00; 25 October, 04:00 becomes 03:00.
    expect(kyiv('2026-03-29T02:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(kyiv('2026-03-29T04:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(kyiv('2026-10-25T02:30')).toBe('2026-10-24T23:30:00.000Z');
    expect(kyiv('2026-10-25T03:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(kyiv('2026-10-25T04:30')).toBe('2026-10-25T02:30:00.000Z');
  });

  it('returns null for an empty or invalid field', () => {
    expect(momentOf('', 'Europe/Kyiv')).toBeNull();
    expect(momentOf('2026-13-40T12:00', 'Europe/Kyiv')).toBeNull();
  });
});
