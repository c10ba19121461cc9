import type { WindowsZones } from './calendar-time/schema.ts';
import zones from './calendar-time/windows-zones.json' with { type: 'json' };

/** The zones of one office suite by the names that stand in its invitations (Unicode CLDR, windowsZones, territory 001). */
export const windowsZones: WindowsZones = zones;

/** Converts a local time (`2026-01-31T10:00:00`) in a zone to ISO 8601 in UTC. Returns null for an unknown zone. */
export function zonedTime(local: string, zone: string): string | null {
  const format = formatOf(windowsZones[zone] ?? zone.replace(/^\/?(?:[^/]+\/)*?([A-Z][A-Za-z]+\/[A-Za-z_]+)$/, '$1'));
  if (!format) return null;
  const asUtc = Date.parse(`${local}Z`);
  // Two passes, because the first guess may be on the other side of a daylight saving change.
  let time = asUtc;
  for (let i = 0; i < 2; i++) time = asUtc - offsetAt(format, time);
  return new Date(time).toISOString();
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  if (timeZone === '') return null;
  try {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', second: 'numeric', ...numeric });
  } catch {
    return null;
  }
}

/** Returns the milliseconds east of UTC at a given time. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const figure = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0;
  const local = Date.UTC(
    figure('year'),
    figure('month') - 1,
    figure('day'),
    figure('hour'),
    figure('minute'),
    figure('second'),
  );
  return local - time;
}
