import { memoize } from '#lib/core/memoize.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/core/time.ts';

// Names of time zones come in every mix of upper and lower case.
const clockOf = memoize(
  (timezone) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** Returns the local time to the minute, as a timestamp as if it were UTC. */
function wallOf(timezone: string, at: number): number {
  // "25/10/2026, 04:00": the format of en-GB is fixed, and slicing it is much cheaper than `formatToParts`.
  const text = clockOf(timezone).format(at);
  const number = (from: number, to: number) => Number(text.slice(from, to));
  return Date.UTC(number(6, 10), number(3, 5) - 1, number(0, 2), number(12, 14), number(15, 17));
}

/** Returns the minutes since local midnight. */
export const wallMinute = (timezone: string, at: number): number => (wallOf(timezone, at) % DAY_MS) / MINUTE_MS;

/**
 * Returns the instant whose local time is what `choose` returns for the present one. Correct on days with a clock
 * change.
 */
function momentOf(timezone: string, at: number, choose: (wall: number) => number): number {
  const wanted = choose(wallOf(timezone, at));
  const shift = (instant: number) => wallOf(timezone, instant) - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  // Applies the offset of now first, then the offset at the result, because the clock may change in between.
  const near = wanted - shift(at);
  return wanted - shift(near);
}

/** Returns the next full hour in local time. An hour that occurs twice ends twice. */
export function nextHour(timezone: string, at: number): number {
  let instant = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  do instant += (60 - (wallMinute(timezone, instant) % 60)) * MINUTE_MS;
  while (wallMinute(timezone, instant) % 60 !== 0);
  return instant;
}

/** Returns the next time the local clock shows this hour, today or tomorrow. */
export const nextDaily = (timezone: string, at: number, hour: number): number =>
  momentOf(timezone, at, (wall) => {
    const today = Math.floor(wall / DAY_MS) * DAY_MS + hour * HOUR_MS;
    return today > wall ? today : today + DAY_MS;
  });

/** Returns the next Monday at this hour. */
export const nextMonday = (timezone: string, at: number, hour: number): number =>
  momentOf(timezone, at, (wall) => {
    const sinceMonday = (new Date(wall).getUTCDay() + 6) % 7;
    const monday = Math.floor(wall / DAY_MS) * DAY_MS - sinceMonday * DAY_MS + hour * HOUR_MS;
    return monday > wall ? monday : monday + 7 * DAY_MS;
  });
