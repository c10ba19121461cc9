import { MINUTE_MS } from '#lib/core/time.ts';
import type { QuietHours } from '#lib/notifications/schemas/preferences.ts';
import { wallMinute } from './wall-time.ts';

const DAY_MINUTES = 1_440;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Whether a moment lies in the half-open window of wall time. One function decides for all channels. */
export function isQuiet(hours: QuietHours, at: number): boolean {
  const start = minutesOf(hours.start);
  const end = minutesOf(hours.end);
  if (!hours.enabled || start === end) return false;
  const now = wallMinute(hours.timezone, at);
  return start < end ? start <= now && now < end : start <= now || now < end;
}

/** First instant, to the minute, at which the window is over. Walks wall time, so it is right on the days the clock changes. */
export function releaseAt(hours: QuietHours, at: number): number {
  if (!isQuiet(hours, at)) return at;
  const open = (minutesOf(hours.start) - minutesOf(hours.end) + DAY_MINUTES) % DAY_MINUTES;
  const step = Math.min(15, open) * MINUTE_MS;
  for (let from = Math.floor(at / MINUTE_MS) * MINUTE_MS; ; from += step) {
    const end = endWithin(hours, from, from + step);
    if (end !== null) return end;
  }
}

/** Where the window ends in a stretch that begins inside it; null where it goes on. */
function endWithin(hours: QuietHours, from: number, to: number): number | null {
  // A clock that is put back may open the window for some minutes and close it again: there no minute is left out.
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

/** Whether the wall shows the time that has passed, and no clock was changed in between. */
const runsEvenly = (timezone: string, from: number, to: number): boolean =>
  (wallMinute(timezone, to) - wallMinute(timezone, from) + DAY_MINUTES) % DAY_MINUTES === (to - from) / MINUTE_MS;

function firstOpen(hours: QuietHours, from: number, to: number): number | null {
  for (let at = from + MINUTE_MS; at <= to; at += MINUTE_MS) if (!isQuiet(hours, at)) return at;
  return null;
}
