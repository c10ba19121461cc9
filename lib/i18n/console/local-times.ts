import { isUsualDay } from '#lib/core/calendar-day.ts';
import { wallMoment, wallOf } from '#lib/core/wall-clock.ts';

/** Returns a time as a field of type `datetime-local` shows it in a time zone. */
export const localTime = (at: string, zone: string): string =>
  new Date(wallOf(zone, Date.parse(at))).toISOString().slice(0, 16);

/** Returns the instant of a local time that was typed into such a field, or null without one that zones can count. */
export function instantOf(typed: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed) || !isUsualDay(typed.slice(0, 10))) return null;
  const wall = Date.parse(`${typed.slice(0, 16)}:00Z`);
  return new Date(wallMoment(zone, wall, () => wall)).toISOString();
}
