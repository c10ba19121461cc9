import { HOUR_MS, hourOf } from '#lib/core/time.ts';

/** Returns the time at which an hour begins. */
export const startOf = (hour: string): string => `${hour}:00:00.000Z`;

/** Returns the hour that is `hours` later. */
export const hourAfter = (hour: string, hours = 1): string =>
  hourOf(new Date(Date.parse(startOf(hour)) + hours * HOUR_MS));
