const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const dayOf = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Returns the age of a time in the short form of a list row. From seven days on it returns the date. */
export function ageText(at: string, now: string): string {
  const then = new Date(at);
  const past = Date.parse(now) - then.getTime();
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h`;
  if (past < 7 * DAY) return `${Math.floor(past / DAY)} d`;
  return (now.slice(0, 4) === at.slice(0, 4) ? dayOf : dayOfYear).format(then);
}

/** Returns the age as a part of a sentence. */
export function agoText(at: string, now: string): string {
  const text = ageText(at, now);
  if (text === 'now') return 'just now';
  return /\d (?:min|h|d)$/.test(text) ? `${text} ago` : `on ${text}`;
}

/** Formats a duration in its two largest units at most. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  const minutes = Math.round(seconds / 60);
  if (seconds < 86_400) return parts(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(seconds / 3600);
  return parts(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const parts = (large: number, unit: string, small: number, smaller: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smaller}`;
