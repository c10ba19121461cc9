import { memoize } from './memoize.ts';
import { dayOf, MINUTE_MS } from './time.ts';

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
export function wallOf(timezone: string, at: number): number {
  // "25/10/2026, 04:00": the format of en-GB is fixed, and slicing it is much cheaper than `formatToParts`.
  const text = clockOf(timezone).format(at);
  const number = (from: number, to: number) => Number(text.slice(from, to));
  return Date.UTC(number(6, 10), number(3, 5) - 1, number(0, 2), number(12, 14), number(15, 17));
}

/**
 * Returns the instant whose local time is what `choose` returns for the present one. Correct on days with a clock
 * change.
 */
export function wallMoment(timezone: string, at: number, choose: (wall: number) => number): number {
  const wanted = choose(wallOf(timezone, at));
  const shift = (instant: number) => wallOf(timezone, instant) - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  // Applies the offset of now first, then the offset at the result, because the clock may change in between.
  const near = wanted - shift(at);
  return wanted - shift(near);
}

/** Returns the calendar day in a time zone, `YYYY-MM-DD`. */
export const localDay = (timezone: string, at: Date): string => dayOf(new Date(wallOf(timezone, at.getTime())));

/** Returns the first instant of a calendar day in a time zone. */
export function startOfDay(timezone: string, day: string): string {
  const midnight = Date.parse(day);
  return new Date(wallMoment(timezone, midnight, () => midnight)).toISOString();
}

/** Returns the calendar day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Returns the instants of calendar days in a time zone: `from` is included, and `before` follows the last day. */
export const momentsOf = (timezone: string, { from, to }: Days) => ({
  from: from && startOfDay(timezone, from),
  before: to && startOfDay(timezone, daysAfter(to, 1)),
});
