import { headerFieldOf } from './header-field.ts';
import type { HeaderField } from './words/schema.ts';

/** A line of a text, or a run of empty lines: its position, its words, and whether it is quoted. */
export type TextLine = {
  readonly start: number;
  /** After the line break. */
  readonly end: number;
  /** As written, without the line break. */
  readonly raw: string;
  /** Trimmed, with unusual blanks replaced, at most 500 characters. Patterns match against this. */
  readonly body: string;
  readonly blank: boolean;
  readonly quoted: boolean;
  /** True inside a fenced code block, where no line is a marker. */
  readonly code: boolean;
  /** The copied header field that the line looks like, if any. */
  readonly field: HeaderField | null;
};

const MAX_BODY = 500;
/** Matches a line without outer blanks and unusual characters. Most lines match and need no cleaning. */
const PLAIN = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;

/**
 * Splits a text into lines, at most `most`. The lines cover the split text without gaps. Consecutive empty lines become
 * one, so that a text of empty lines stays cheap.
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
 * Returns which lines are quoted. `>` or `|` marks a quoted line, and so do a writer's initials on consecutive lines
 * ("JD> …"). A lone ">From" is the author's own line, escaped by a mailbox file.
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

/**
 * Returns the lines marked with `|`, which some programs use. A second bar in a line, or only one line with a bar,
 * means a table or plain text.
 */
function barMarks(bodies: readonly string[]): boolean[] {
  const bars = bodies.map((body) => /^\|(?: |$)/.test(body));
  const isTable = bodies.some((body) => body.startsWith('|') && body.includes('|', 1));
  return isTable || bars.filter(Boolean).length < 2 ? bodies.map(() => false) : bars;
}

/** Returns true for ">:" below "… Ann <ann@shop.test": one line that was wrapped before its last bracket. */
const endsAddress = (body: string, above: string | undefined) =>
  /^>(?: ?\S{1,20})? ?[:：]$/u.test(body) &&
  above !== undefined &&
  !above.startsWith('>') &&
  above.lastIndexOf('<') > above.lastIndexOf('>');

const initialsOf = (body: string | undefined) => /^(\p{Lu}{1,3})>+(?: |$)/u.exec(body ?? '')?.[1] ?? null;

/** Returns the lines between fences of three backquotes. A fence that is never closed has no effect. */
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

/** Returns the next line from `at` on that is not empty, or null. */
export function nextSolid(lines: readonly TextLine[], at: number): number | null {
  for (let i = at; i < lines.length; i += 1) if (!lines[i]?.blank) return i;
  return null;
}

/** Returns true when a line is only a rule: dashes, underscores, equal signs. */
export const isRule = (body: string) => /^(?:[-_=*~—–] ?){2,}$/.test(body);

/**
 * Matches other quote marks that some people use. Lines with such a mark are quoted below the line that names their
 * author.
 */
const OTHER_MARK = /^(?:[#:}%](?= |$)|\|(?![^|]*\|))/;
const MAX_OTHER = 2000;

/**
 * Returns the lines from `first` on that are quoted by another mark than `>`. There must be two in a row, or one with a
 * bar that is not a table row.
 */
export function otherMarks(lines: readonly TextLine[], first: number | null): number[] {
  const mark = OTHER_MARK.exec(lines[first ?? -1]?.body ?? '')?.[0];
  const bears = (at: number) => lines[at]?.body.startsWith(mark ?? '') === true && lines[at]?.code === false;
  if (!mark || first === null || (mark !== '|' && !bears(first + 1))) return [];
  const found: number[] = [];
  for (let at = first; at < lines.length && at < first + MAX_OTHER; at += 1) if (bears(at)) found.push(at);
  return found;
}
