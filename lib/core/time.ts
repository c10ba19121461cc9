import { z } from 'zod';
import { FIRST_DAY, isUsualDay, LAST_DAY } from './calendar-day.ts';
import { MINUTE_MS } from './durations.ts';

export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A time as stored and sent: ISO 8601, UTC, with milliseconds, so that text order is time order. */
export const isoTime = z.string().regex(pattern, 'must be an ISO 8601 time in UTC with milliseconds');

/** Any ISO 8601 time with its zone, as people and machines send it. Stored in UTC. Rejects days that do not exist. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 time with a time zone' })
  .max(40)
  .transform((text) => new Date(text).toISOString())
  .pipe(isoTime);

const unusual = `must be between ${FIRST_DAY} and ${LAST_DAY}`;

/** A calendar day that a person chose, `YYYY-MM-DD`. */
export const calendarDay = z.iso.date().refine(isUsualDay, unusual);

/** A time that a person chose, on such a day. */
export const chosenMoment = moment.refine((at) => isUsualDay(dayOf(at)), unusual);

/** A time span. Both ends belong to it. */
export type TimeSpan = { readonly from: string; readonly to: string };

/** Returns the time `ms` milliseconds after `from`, as text. */
export const after = (from: Date, ms: number): string => new Date(from.getTime() + ms).toISOString();
export const before = (from: Date, ms: number): string => after(from, -ms);
export const minutesFrom = (from: Date, minutes: number): string => after(from, minutes * MINUTE_MS);

/** Returns the milliseconds from `from` to the stored time. Negative when it has passed. */
export const msUntil = (at: string, from: Date): number => Date.parse(at) - from.getTime();

/** Returns the calendar day in UTC, `YYYY-MM-DD`. */
export const dayOf = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString()).slice(0, 10);

/** Returns the hour in UTC, `YYYY-MM-DDTHH`. */
export const hourOf = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString()).slice(0, 13);

/**
 * Returns whether the runtime knows a time zone. The list of `supportedValuesOf` lacks some known names, such as
 * `Europe/Kyiv`.
 */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== '';
  } catch {
    return false;
  }
}
