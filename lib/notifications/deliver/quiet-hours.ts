import { MINUTE_MS } from '#lib/core/time.ts';
import type { QuietHours } from '#lib/notifications/schemas/preferences.ts';
import { wallMinute } from './wall-time.ts';

const DAY_MINUTES = 1_440;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Whether a time lies in the half-open window of local time. All channels use this function. */
export function isQuiet(hours: QuietHours, at: number): boolean {
  const start = minutesOf(hours.start);
  const end = minutesOf(hours.end);
  if (!hours.enabled || start === end) return false;
  const now = wallMinute(hours.timezone, at);
  return start < end ? start <= now && now < end : start <= now || now < end;
}

/**
 * Returns the first instant, to the minute, after the window. Computes in local time, so it is correct on days with a
 * clock change.
 */
export function releaseAt(hours: QuietHours, at: number): number {
  if (!isQuiet(hours, at)) return at;
  const open = (minutesOf(hours.start) - minutesOf(hours.end) + DAY_MINUTES) % DAY_MINUTES;
  const step = Math.min(15, open) * MINUTE_MS;
  for (let from = Math.floor(at / MINUTE_MS) * MINUTE_MS; ; from += step) {
    const end = endWithin(hours, from, from + step);
    if (end !== null) return end;
  }
}

/** Returns where the window ends in a stretch that begins inside it, or null when the window continues. */
function endWithin(hours: QuietHours, from: number, to: number): number | null {
  // When the clock is set back, the window may end for some minutes and begin again, so every minute is checked.
  if (!runsEvenly(hours.timezone, from, to)) return firstOpen(hours, from, to);
  if (isQuiet(hours, to)) return null;
  let [early, late] = [from, to];
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (isQuiet(hours, middle)) early = middle;
    else late = middle;
  }
  return late;
}

/** Whether the local clock advances by the elapsed time, without a clock change in between. */
const runsEvenly = (timezone: string, from: number, to: number): boolean =>
  (wallMinute(timezone, to) - wallMinute(timezone, from) + DAY_MINUTES) % DAY_MINUTES === (to - from) / MINUTE_MS;

function firstOpen(hours: QuietHours, from: number, to: number): number | null {
  for (let at = from + MINUTE_MS; at <= to; at += MINUTE_MS) if (!isQuiet(hours, at)) return at;
  return null;
}
