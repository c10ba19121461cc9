import { describe, expect, it } from 'vitest';
import { openSchedule } from '#services/schedule/croner.ts';

describe('openSchedule', () => {
  const schedules = openSchedule();
  const at = (text: string) => new Date(text);

  it('returns the first due time after a moment, in UTC, and never that moment itself', () => {
    expect(schedules.nextAfter('* * * * *', at('2026-03-02T10:00:00.000Z'))).toEqual(at('2026-03-02T10:01:00.000Z'));
    expect(schedules.nextAfter('20 3 * * *', at('2026-03-02T03:20:00.000Z'))).toEqual(at('2026-03-03T03:20:00.000Z'));
    expect(schedules.nextAfter('0 * * * *', at('2026-03-29T00:30:00.000Z'))).toEqual(at('2026-03-29T01:00:00.000Z'));
  });

  it('throws for anything but five valid fields, and for a schedule that is never due', () => {
    for (const schedule of ['', 'daily', '* * * *', '* * * * * *', '61 * * * *', '0 0 30 2 *'])
      expect(() => schedules.nextAfter(schedule, at('2026-03-02T10:00:00.000Z'))).toThrow();
  });
});
