import { nextTurn } from './turns.ts';

/** A cell of a table. Null stays empty. */
export type Cell = string | number | null;

/** Texts that a spreadsheet reads as a formula. Run on opening, a formula could send the other cells anywhere. */
const formula = /^(?:[\s"]*[=+\-@]|[\t\r])/;
/**
 * Places inside a text where a spreadsheet that separates cells by semicolons or tabs, as most of Europe sets it, begins
 * a cell or a line.
 */
const innerStart = /([;\t\r\n][;\s"]*)([=+\-@]?)/g;
/**
 * The same places as `csvOf` leaves them. The apostrophe is optional, so that a match takes each run of separators whole:
 * one that fails at the end of a run would begin again at every separator in it.
 */
const guardedStart = /([;\t\r\n][;\s"]*)(?:'(?=[=+\-@]))?/g;
const needsQuotes = /[",\r\n]/;

/**
 * Returns a table as CSV (RFC 4180) with lines ended by CR LF. An apostrophe before a text keeps a spreadsheet from
 * running it as a formula. Numbers are ours and stay numbers.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string => csvLines([head, ...rows]);

/** Returns the same without a head, to continue a table. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const inner = cell.replaceAll(innerStart, (_, start: string, sign: string) => (sign ? `${start}'${sign}` : start));
  const plain = formula.test(cell) ? `'${inner}` : inner;
  return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Returns the text of a cell that `csvOf` wrote, without the apostrophes that it added. */
export function textOfCell(cell: string): string {
  const plain = cell.replaceAll(guardedStart, '$1');
  return plain.startsWith("'") && formula.test(plain.slice(1)) ? plain.slice(1) : plain;
}

/** A line of a table, with its number as a spreadsheet counts: the head is line 1. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] };

/** How much of a table is read at most. */
export type CsvBounds = {
  /** Lines that are not empty, with the head. */
  readonly lines: number;
  /** Cells of a line. */
  readonly cells: number;
  /** Characters of a cell. */
  readonly chars: number;
};

/**
 * Why a table is not read further, and in which line: a quote that never ends or stands inside a cell, too many lines or
 * cells, or a cell that is too long.
 */
export type CsvFlaw = { readonly flaw: 'quote' | 'lines' | 'cells' | 'chars'; readonly line: number };

/** Characters and cells between two turns of the event loop: one or two milliseconds. */
const STEPS = 64 * 1024;

/**
 * Parses CSV (RFC 4180) in one pass, which gives the event loop its turns and ends at the first flaw. Lines may end with
 * CR LF or LF, and cells may be separated by semicolons, as spreadsheets of most of Europe write them: the head decides.
 * Empty lines and a byte order mark are left out.
 */
export async function readCsv(text: string, bounds: CsvBounds): Promise<readonly CsvLine[] | CsvFlaw> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const lines: CsvLine[] = [];
  let [at, line, cells, steps] = [0, 1, [] as string[], 0];
  while (at < source.length) {
    const cell =
      source[at] === '"' ? quotedCell(source, at, bounds.chars) : plainCell(source, at, separator, bounds.chars);
    if (typeof cell === 'string') return { flaw: cell, line };
    cells.push(cell.text);
    steps += cell.end - at + 1;
    if (steps >= STEPS) {
      await nextTurn();
      steps = 0;
    }
    at = cell.end;
    if (source[at] === separator) {
      if (cells.length === bounds.cells) return { flaw: 'cells', line };
      at += 1;
      // A separator at the very end leaves one more empty cell.
      if (at === source.length) cells.push('');
      else continue;
    } else if (source[at] === '\r') at += 1;
    if (at < source.length && source[at] !== '\n') return { flaw: 'quote', line };
    at += 1;
    if ((cells.length > 1 || cells[0] !== '') && lines.push({ line, cells }) > bounds.lines)
      return { flaw: 'lines', line };
    [line, cells] = [line + 1, []];
  }
  return lines;
}

function separatorOf(source: string): string {
  const end = source.indexOf('\n');
  const head = end < 0 ? source : source.slice(0, end);
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

type ReadCell = { readonly text: string; readonly end: number };

function plainCell(source: string, from: number, separator: string, chars: number): ReadCell | 'chars' {
  let end = from;
  while (end < source.length && source[end] !== separator && source[end] !== '\n') {
    if (end - from > chars) return 'chars';
    end += 1;
  }
  const isLast = source[end] !== separator;
  if (isLast && end > from && source[end - 1] === '\r') end -= 1;
  return end - from > chars ? 'chars' : { text: source.slice(from, end), end };
}

function quotedCell(source: string, from: number, chars: number): ReadCell | 'quote' | 'chars' {
  let text = '';
  for (let at = from + 1; ; ) {
    const quote = source.indexOf('"', at);
    if (quote < 0) return 'quote';
    if (text.length + quote - at > chars) return 'chars';
    text += source.slice(at, quote);
    if (source[quote + 1] !== '"') return { text, end: quote + 1 };
    text += '"';
    at = quote + 2;
  }
}
