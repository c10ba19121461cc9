import { headerFieldOf } from './header-field.ts';
import type { HeaderField } from './header-words.ts';

/** A line of a text, or a run of empty ones: where it stands, its words, and whether a quote mark stands before it. */
export type TextLine = {
  readonly start: number;
  /** Behind the line end. */
  readonly end: number;
  /** As written, without the line end. */
  readonly raw: string;
  /** Trimmed, odd blanks made plain, at most 500 characters: what patterns are tried on. */
  readonly body: string;
  readonly blank: boolean;
  readonly quoted: boolean;
  /** Inside a fenced block of code, where nothing is a sign of anything. */
  readonly code: boolean;
  /** The copied header field it is, if it looks like one. */
  readonly field: HeaderField | null;
};

const MAX_BODY = 500;
/** No outer blanks and nothing odd: most lines are this, and need no cleaning. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * Cuts a text into its lines, at most so many; they cover what was cut without gaps. Empty lines in a row are one, so
 * that a text of nothing else costs nothing.
 */
export function textLines(text: string, most = Number.POSITIVE_INFINITY): TextLine[] {
  const rows: { start: number; end: number; raw: string; body: string }[] = [];
  for (let start = 0; start < text.length && rows.length <= most; ) {
    const stop = lineStop(text, start);
    const end = stop + (text.startsWith('\r\n', stop) ? 2 : stop < text.length ? 1 : 0);
    const raw = text.slice(start, stop);
    const body = bodyOf(raw);
    const last = rows.at(-1);
    if (last && body === '' && last.body === '') last.end = end;
    else rows.push({ start, end, raw, body });
    start = end;
  }
  rows.splice(most);
  const bodies = rows.map(({ body }) => body);
  const quoted = quoteMarks(bodies);
  const code = fences(bodies);
  return rows.map(({ start, end, raw, body }, at) => ({
    start,
    end,
    raw,
    body,
    blank: body === '',
    quoted: quoted[at] === true && code[at] !== true,
    code: code[at] === true,
    field: headerFieldOf(body),
  }));
}

function lineStop(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) return at;
  }
  return text.length;
}

function bodyOf(raw: string): string {
  const body = raw.length > MAX_BODY ? raw.slice(0, MAX_BODY) : raw;
  if (PLAIN.test(body)) return body;
  return body
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .trim();
}

/**
 * `>` before a line marks it as quoted, and so does `|`; so do a writer's initials before two lines or more ("JD> …"). A lone ">From"
 * is a line of the author's that a mailbox file escaped.
 */
function quoteMarks(bodies: readonly string[]): boolean[] {
  const plain = bodies.map((body) => body.startsWith('>'));
  const bars = barMarks(bodies);
  return bodies.map((body, at) => {
    if (bars[at]) return true;
    if (plain[at]) {
      const escaped = body.startsWith('>From ') && !plain[at - 1] && !plain[at + 1];
      return !escaped && !endsAddress(body, bodies[at - 1]);
    }
    const initials = initialsOf(body);
    return initials !== null && (initials === initialsOf(bodies[at - 1]) || initials === initialsOf(bodies[at + 1]));
  });
}

/** Some programs mark with `|`. Where a line has a second one, or only one line has any, it is a table or a word. */
function barMarks(bodies: readonly string[]): boolean[] {
  const bars = bodies.map((body) => /^\|(?: |$)/.test(body));
  const isTable = bodies.some((body) => body.startsWith('|') && body.includes('|', 1));
  return isTable || bars.filter(Boolean).length < 2 ? bodies.map(() => false) : bars;
}

/** "… Ann <ann@shop.test" and ">:" below it are one line that was wrapped before its last bracket. */
const endsAddress = (body: string, above: string | undefined) =>
  /^>(?: ?\S{1,20})? ?[:：]$/u.test(body) &&
  above !== undefined &&
  !above.startsWith('>') &&
  above.lastIndexOf('<') > above.lastIndexOf('>');

const initialsOf = (body: string | undefined) => /^(\p{Lu}{1,3})>+(?: |$)/u.exec(body ?? '')?.[1] ?? null;

/** Lines from one fence of three backquotes to the next; a fence that is never closed opens nothing. */
function fences(bodies: readonly string[]): boolean[] {
  const inside = bodies.map(() => false);
  let opened: number | null = null;
  bodies.forEach((body, at) => {
    if (!body.startsWith('```')) return;
    if (opened === null) opened = at;
    else {
      inside.fill(true, opened, at + 1);
      opened = null;
    }
  });
  return inside;
}

/** The next line from `at` on that holds something. */
export function nextSolid(lines: readonly TextLine[], at: number): number | null {
  for (let i = at; i < lines.length; i += 1) if (!lines[i]?.blank) return i;
  return null;
}

/** Whether a line is nothing but a rule: dashes, underscores, equal signs. */
export const isRule = (body: string) => /^(?:[-_=*~—–] ?){2,}$/.test(body);

/** Some people mark what they quote by another sign; below the line that names its author, lines that bear one are quoted. */
const OTHER_MARK = /^(?:[#:}%](?= |$)|\|(?![^|]*\|))/;
const MAX_OTHER = 2000;

/**
 * The lines from `first` on that are quoted by another sign than `>`, and whatever bears it below: at least two in a row,
 * or one with a bar that is no row of a table.
 */
export function otherMarks(lines: readonly TextLine[], first: number | null): number[] {
  const mark = OTHER_MARK.exec(lines[first ?? -1]?.body ?? '')?.[0];
  const bears = (at: number) => lines[at]?.body.startsWith(mark ?? '') === true && lines[at]?.code === false;
  if (!mark || first === null || (mark !== '|' && !bears(first + 1))) return [];
  const found: number[] = [];
  for (let at = first; at < lines.length && at < first + MAX_OTHER; at += 1) if (bears(at)) found.push(at);
  return found;
}
