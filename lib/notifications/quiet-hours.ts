import { MINUTE_MS } from '#lib/core/time.ts';
import type { QuietHours } from './schemas/preferences.ts';
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
  let late = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  do late += step;
  while (isQuiet(hours, late));
  let early = late - step;
  while (late - early > MINUTE_MS) {
    const middle = early + Math.floor((late - early) / 2 / MINUTE_MS) * MINUTE_MS;
    if (isQuiet(hours, middle)) early = middle;
    else late = middle;
  }
  return late;
}
