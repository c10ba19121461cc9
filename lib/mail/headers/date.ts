const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Time zones by name, in minutes east of UTC: those of RFC 5322 4.3, and others that mail programs use. */
const zones: Readonly<Record<string, number>> = {
  ...{ ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, met: 60, mez: 60, cest: 120, mest: 120 },
  ...{ mesz: 120, eet: 120, eest: 180, msk: 180, msd: 240, sgt: 480, hkt: 480, jst: 540, kst: 540, aest: 600 },
  ...{ aedt: 660, nzst: 720, nzdt: 780, ast: -240, adt: -180, est: -300, edt: -240, cst: -360, cdt: -300 },
  ...{ mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540, akdt: -480, hst: -600 },
};

const ISO_LENGTH = 'YYYY-MM-DDTHH:MM:SS.sssZ'.length;

type Moment = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

/**
 * Reads a Date field: RFC 5322 with its obsolete forms, ISO 8601, and the form of `asctime`. Returns ISO 8601 in UTC,
 * or null for an invalid date. An unknown zone name counts as UTC, as RFC 5322 4.3 requires.
 */
export function parseMailDate(value: string): string | null {
  if (value.length > 200) return null;
  const text = withoutComments(value).replace(/\s+/g, ' ').replace(/ ?: ?/g, ':').trim();
  return isoDate(text) ?? rfcDate(text) ?? asctimeDate(text);
}

const isoForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
/** Includes the years and zones that RFC 5322 4.3 calls obsolete. */
const rfcForm =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) \d{2,4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|[a-z]{1,5})$/i;

/** Reads a date that a program states: only ISO 8601 (a day alone is its beginning in UTC) or RFC 5322. */
export function parseStatedDate(value: string): string | null {
  if (value.length > 200) return null;
  const text = withoutComments(value).replace(/\s+/g, ' ').trim();
  return isoForm.test(value.trim()) || rfcForm.test(text) ? parseMailDate(value) : null;
}

/** Removes comments, which may be nested (RFC 5322 3.2.2). */
function withoutComments(text: string): string {
  let depth = 0;
  let kept = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    else if (sign === ')' && depth > 0) depth--;
    else if (depth === 0) kept += sign;
  }
  return kept;
}

/** Reads `[Wed,] 17 May 2000 19:35[:05] [-0400]`, with dashes or blanks between day, month and year. */
function rfcDate(text: string): string | null {
  const found =
    /^(?:[a-z]{2,9}\.?,? ?)?(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{2,4}),? (\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?: ?([ap])m\b)? ?(.*)$/i.exec(
      text,
    );
  if (!found) return null;
  const [, day, month = '', year = '', hour, minute, second = '0', half = '', zone = ''] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  return utc([fullYear(year), monthOf(month), Number(day), hours, Number(minute), Number(second)], zone);
}

/** Reads `Wed May 17 19:35:05 [EDT] 2000 [-0400]`. */
function asctimeDate(text: string): string | null {
  const found =
    /^(?:[a-z]{3,9},? )?([a-z]{3,9}) (\d{1,2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ([a-z]{1,5}))? (\d{4})(?: ([+-]\d{4}|[a-z]{1,5}))?$/i.exec(
      text,
    );
  if (!found) return null;
  const [, month = '', day, hour, minute, second = '0', inner = '', year = '', outer = ''] = found;
  const moment = [fullYear(year), monthOf(month), Number(day), Number(hour), Number(minute), Number(second)] as const;
  return utc(moment, outer || inner);
}

/** Reads `2000-05-17T19:35:05[.123][-04:00|Z]`, also with a blank instead of the T. */
function isoDate(text: string): string | null {
  const found =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?([+-]\d{2}:?(?:\d{2})?|[a-z]{1,5})?$/i.exec(
      text,
    );
  if (!found) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', , zone = ''] = found;
  const moment = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  return utc(moment, zone);
}

/**
 * Returns the full year. Two digits from 50 on belong to the last century, three digits count from 1900 (RFC 5322 4.3).
 */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  return text.length === 3 ? 1900 + year : year;
}

const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase());

/** Returns null when a number is out of range. 30 February is invalid and does not mean another day. */
function utc([year, month, day, hour, minute, second]: Moment, zone: string): string | null {
  const offset = offsetOf(zone);
  if (offset === null || month < 0 || month > 11 || hour > 23 || minute > 59 || second > 60 || year < 1900) return null;
  // A leap second counts as the second before it, because our clocks have no leap seconds.
  const time = Date.UTC(year, month, day, hour, minute, Math.min(second, 59));
  if (new Date(time).getUTCDate() !== day || new Date(time).getUTCMonth() !== month) return null;
  const iso = new Date(time - offset * 60_000).toISOString();
  // A zone may shift a date beyond the years with four digits, which we cannot store.
  return iso.length === ISO_LENGTH ? iso : null;
}

/** Returns the minutes east of UTC, or null for an invalid numeric zone. Words after the zone are ignored. */
function offsetOf(text: string): number | null {
  const zone = text.trim().toLowerCase();
  if (zone === '') return 0;
  const found = /^(?:gmt|utc|ut)? ?([+-])(\d{2}):?(\d{2})?(?: .*)?$/.exec(zone) ?? /^([+-])(\d)(\d{2})$/.exec(zone);
  if (!found) return /^[a-z]/.test(zone) ? (zones[/^[a-z]+/.exec(zone)?.[0] ?? ''] ?? 0) : null;
  const [, sign, hours = '', minutes = '0'] = found;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
