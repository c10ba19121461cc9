/** What the reply parser is shown of a text: its lines, with the line of the text each one stands for. */
export type TameText = { readonly text: string; readonly lineOf: readonly number[] };

const MAX_LINES = 200;
const MAX_LINE = 200;
const MAX_OPENERS = 12;

/** Words its patterns over several lines hinge on; each one more multiplies the time they take. */
const OPENER =
  /^\s*(?:On|Le|El|Il|Em|Am|Op|Den|Dnia|W dniu|pe|In data|[a-z]{3,4}\.)\s|^在|wrote|écrit|escribi|scritto|escreveu|schrieb|schreef|pisze|napisa|skrev|kirjoitti|写道/u;

/**
 * A text the reply parser can read in bounded time. Its patterns run away on runs of empty lines (17 s on 20 KB), on
 * long lines and on many beginnings of a quote, so it is shown the first 200 lines that hold something, each cut to
 * 200 characters, and a dozen such beginnings. `$` is masked because the parser uses what it finds as a replacement.
 */
export function tameText(lines: readonly string[]): TameText {
  const shown: string[] = [];
  const lineOf: number[] = [];
  let openers = 0;
  let blank = true;
  for (const [number, line] of lines.entries()) {
    const empty = line.trim() === '';
    if (empty && blank) continue;
    blank = empty;
    if (shown.length >= MAX_LINES) break;
    const masked = OPENER.test(line.slice(0, MAX_LINE)) && ++openers > MAX_OPENERS;
    shown.push(empty ? '' : masked ? '.' : calm(line.slice(0, MAX_LINE)));
    lineOf.push(number);
  }
  return { text: shown.join('\n'), lineOf };
}

/** Separators inside a line count as line ends to the parser, so they become blanks; so do runs of blanks. */
const calm = (line: string) =>
  line
    .replace(/[\r\u2028\u2029\u0085\v\f]/g, ' ')
    .replace(/[\t ]{3,}/g, '  ')
    .replaceAll('$', 'S');
