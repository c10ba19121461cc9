/** Windows time zone names in invitations, mapped to IANA zones (Unicode CLDR, windowsZones, territory 001). */
const windowsZones: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'Romance Standard Time': 'Europe/Paris',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Israel Standard Time': 'Asia/Jerusalem',
  'South Africa Standard Time': 'Africa/Johannesburg',
  'Egypt Standard Time': 'Africa/Cairo',
  'Russian Standard Time': 'Europe/Moscow',
  'Belarus Standard Time': 'Europe/Minsk',
  'Arab Standard Time': 'Asia/Riyadh',
  'Arabian Standard Time': 'Asia/Dubai',
  'Georgian Standard Time': 'Asia/Tbilisi',
  'Pakistan Standard Time': 'Asia/Karachi',
  'India Standard Time': 'Asia/Calcutta',
  'SE Asia Standard Time': 'Asia/Bangkok',
  'China Standard Time': 'Asia/Shanghai',
  'Singapore Standard Time': 'Asia/Singapore',
  'Tokyo Standard Time': 'Asia/Tokyo',
  'Korea Standard Time': 'Asia/Seoul',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
  'Atlantic Standard Time': 'America/Halifax',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'E. South America Standard Time': 'America/Sao_Paulo',
  'Argentina Standard Time': 'America/Buenos_Aires',
};

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
