const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * Converts the value of a `datetime-local` field in a zone to the API's time, or null without a value. A time that
 * the clock skips becomes the time after the jump. Of a time that occurs twice the first is used.
 */
export function momentOf(local: string, timeZone: string): string | null {
  const asUtc = pattern.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // Of the offsets around that time, the one that is valid at the resulting time.
  const DAY_MS = 86_400_000;
  const [before, after] = [offsetAt(asUtc - DAY_MS, timeZone), offsetAt(asUtc + DAY_MS, timeZone)];
  const first = asUtc - before;
  return new Date(offsetAt(first, timeZone) === before ? first : asUtc - after).toISOString();
}

/** Returns how far a zone is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(at / 1000) * 1000;
}
