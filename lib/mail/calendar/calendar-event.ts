import { headerText } from '#lib/core/header-text.ts';
import type { CalendarEvent } from '#lib/mail/ports.ts';
import { zonedTime } from './calendar-time.ts';

/** How much of a calendar is read. An invitation has a few kilobytes. */
const MAX_TEXT = 256 * 1024;
const MAX_SUMMARY = 500;
const MAX_NAME = 60;

type Line = { readonly name: string; readonly params: ReadonlyMap<string, string>; readonly value: string };

/** Reads the first event of an iCalendar text (RFC 5545). Returns null when there is no event. */
export function calendarEvent(text: string): CalendarEvent | null {
  const lines = text
    .slice(0, MAX_TEXT)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map(lineOf);
  const start = lines.findIndex(({ name, value }) => name === 'BEGIN' && value.toUpperCase() === 'VEVENT');
  if (start === -1) return null;
  const event = eventLines(lines.slice(start + 1));
  const first = (name: string) => event.find((line) => line.name === name);
  const method =
    lines
      .find(({ name }) => name === 'METHOD')
      ?.value.trim()
      .toUpperCase() || null;
  const begin = first('DTSTART');
  const end = first('DTEND');
  return {
    method: method && /^[A-Z-]{1,40}$/.test(method) ? method : null,
    summary: unescaped(first('SUMMARY')?.value ?? '').slice(0, MAX_SUMMARY),
    start: begin ? momentOf(begin) : null,
    end: end ? momentOf(end) : begin ? endBy(momentOf(begin), first('DURATION')?.value ?? '') : null,
    organizer: organizerOf(first('ORGANIZER')),
  };
}

/** Returns the lines of the event itself. An alarm inside has its own summary and time. */
function eventLines(lines: readonly Line[]): Line[] {
  const own: Line[] = [];
  let depth = 0;
  for (const line of lines) {
    if (line.name === 'BEGIN') depth++;
    else if (line.name === 'END' && depth-- === 0) break;
    else if (depth === 0) own.push(line);
  }
  return own;
}

function lineOf(text: string): Line {
  const pieces: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (text[i] === ';' || text[i] === ':')) {
      pieces.push(text.slice(from, i));
      from = i + 1;
      if (text[i] === ':') break;
    }
  }
  const [name = '', ...params] = pieces;
  const pairs = params.map((param): [string, string] => {
    const equals = param.indexOf('=');
    return [param.slice(0, equals).toUpperCase(), param.slice(equals + 1).replace(/^"|"$/g, '')];
  });
  return { name: name.toUpperCase(), params: new Map(pairs), value: text.slice(from) };
}

/** Unescapes a summary. Line breaks become blanks, because the card shows one line. */
const unescaped = (text: string): string =>
  headerText(text.replace(/\\([nN,;\\])/g, (_all, sign: string) => (sign === 'n' || sign === 'N' ? ' ' : sign)));

function momentOf({ value, params }: Line): string | null {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(value.trim());
  if (!found) return null;
  const [, year, month, day, hour, minute, second, isUtc] = found;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(date))) return null;
  if (hour === undefined) return date;
  const local = `${date}T${hour}:${minute}:${second}`;
  if (Number.isNaN(Date.parse(`${local}Z`))) return null;
  return isUtc ? new Date(`${local}Z`).toISOString() : (zonedTime(local, params.get('TZID') ?? '') ?? local);
}

/** Returns the end by DURATION (`PT1H30M`, `P1D`), in the format of the start. */
function endBy(start: string | null, duration: string): string | null {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
    duration.trim(),
  );
  if (!start || !found) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((text) => Number(text ?? 0));
  const ms = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  const isFloating = start.length === 19;
  const end = new Date(Date.parse(isFloating ? `${start}Z` : start) + ms).toISOString();
  return start.length === 10 ? end.slice(0, 10) : isFloating ? end.slice(0, 19) : end;
}

function organizerOf(line: Line | undefined): string | null {
  const address = /^mailto:([^\s<>]{3,254})$/i.exec(line?.value.trim() ?? '')?.[1];
  const name = headerText(line?.params.get('CN')?.replace(/[<>]/g, '') ?? '').slice(0, MAX_NAME);
  return address ? (name ? `${name} <${address}>` : address) : null;
}
