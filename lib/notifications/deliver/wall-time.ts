import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';
import { wallMoment, wallOf } from '#lib/core/wall-clock.ts';

/** Returns the minutes since local midnight. */
export const wallMinute = (timezone: string, at: number): number => (wallOf(timezone, at) % DAY_MS) / MINUTE_MS;

/** Returns the next full hour in local time. An hour that occurs twice ends twice. */
export function nextHour(timezone: string, at: number): number {
  let instant = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  do instant += (60 - (wallMinute(timezone, instant) % 60)) * MINUTE_MS;
  while (wallMinute(timezone, instant) % 60 !== 0);
  return instant;
}

/** Returns the next time the local clock shows this hour, today or tomorrow. */
export const nextDaily = (timezone: string, at: number, hour: number): number =>
  wallMoment(timezone, at, (wall) => {
    const today = Math.floor(wall / DAY_MS) * DAY_MS + hour * HOUR_MS;
    return today > wall ? today : today + DAY_MS;
  });

/** Returns the next Monday at this hour. */
export const nextMonday = (timezone: string, at: number, hour: number): number =>
  wallMoment(timezone, at, (wall) => {
    const sinceMonday = (new Date(wall).getUTCDay() + 6) % 7;
    const monday = Math.floor(wall / DAY_MS) * DAY_MS - sinceMonday * DAY_MS + hour * HOUR_MS;
    return monday > wall ? monday : monday + 7 * DAY_MS;
  });
