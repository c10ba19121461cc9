import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { randomFrom } from '#tests/support/random.ts';
import { isQuiet, releaseAt } from './quiet-hours.ts';

const kyiv = (start: string, end: string) => ({ enabled: true, start, end, timezone: 'Europe/Kyiv' });
const released = (hours: ReturnType<typeof kyiv>, at: string): string =>
  new Date(releaseAt(hours, Date.parse(at))).toISOString();

const zones = [
  'Europe/Kyiv',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'UTC',
];
/** Days around the clock changes of these zones in 2026. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-04', '2026-10-25', '2026-11-01'];
const WINDOWS = 600;

describe('quiet hours', () => {
  it('end at their local end time in nights when the clock changes', () => {
    expect(released(kyiv('22:00', '07:00'), '2026-03-28T21:30:00.000Z')).toBe('2026-03-29T04:00:00.000Z');
    expect(released(kyiv('22:00', '07:00'), '2026-10-24T22:30:00.000Z')).toBe('2026-10-25T05:00:00.000Z');
  });

  it('end at the first of two end times when the clock is set back between them', () => {
    const hours = { enabled: true, start: '06:31', end: '03:37', timezone: 'Pacific/Chatham' };

    // At 03:45 the clock returns to 02:45: the window is open for eight minutes, then quiet for another 52.
    expect(released(hours, '2026-04-04T10:00:00.000Z')).toBe('2026-04-04T13:52:00.000Z');
  });

  it('are skipped when the clock jumps over them, and occur twice when it is set back', () => {
    const hours = kyiv('03:15', '03:45');
    const quietMinutes = (day: string): number => {
      const from = Date.parse(`${day}T00:00:00.000Z`) - 4 * HOUR_MS;
      const minutes = Array.from({ length: 28 * 60 }, (_, at) => from + at * MINUTE_MS);
      return minutes.filter((at) => isQuiet(hours, at)).length;
    };

    expect(quietMinutes('2026-03-29')).toBe(0);
    expect(quietMinutes('2026-10-25')).toBe(60);
  });

  it('include their start but not their end, span midnight, and are off when empty or disabled', () => {
    const at = (time: string) => Date.parse(`2026-07-01T${time}:00.000Z`);
    const night = { enabled: true, start: '22:00', end: '08:00', timezone: 'UTC' };

    expect(['21:59', '22:00', '00:00', '07:59', '08:00'].map((time) => isQuiet(night, at(time)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(isQuiet({ ...night, end: '22:00' }, at('22:00'))).toBe(false);
    expect(isQuiet({ ...night, enabled: false }, at('23:00'))).toBe(false);
    expect(releaseAt({ ...night, start: '08:01', end: '08:00' }, at('09:30'))).toBe(at('08:00') + DAY_MS);
  });

  it(`of ${WINDOWS} random windows around clock changes end when a minute-by-minute search says so`, () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = randomFrom(seed);
    const time = () => `${String(random.int(24)).padStart(2, '0')}:${String(random.int(60)).padStart(2, '0')}`;
    for (let n = 0; n < WINDOWS; n++) {
      const hours = { enabled: true, start: time(), end: time(), timezone: random.pick(zones) };
      const at = Date.parse(`${random.pick(changes)}T00:00:00.000Z`) - DAY_MS + random.int(2 * 1_440) * MINUTE_MS;

      let walked = at;
      while (isQuiet(hours, walked)) walked += MINUTE_MS;

      expect(releaseAt(hours, at), `seed ${seed}: ${JSON.stringify(hours)} at ${new Date(at).toISOString()}`).toBe(
        walked,
      );
    }
  });
});
