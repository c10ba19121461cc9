/** The text that the reply parser reads: its lines, each with the number of the original line. */
export type TameText = { readonly text: string; readonly lineOf: readonly number[] };

const MAX_LINES = 200;
const MAX_LINE = 200;
const MAX_OPENERS = 12;

/** Words on which the parser's multi-line patterns depend. Each further word multiplies the time they take. */
const OPENER =
  /^\s*(?:On|Le|El|Il|Em|Am|Op|Den|Dnia|W dniu|pe|In data|[a-z]{3,4}\.)\s|^在|wrote|écrit|escribi|scritto|escreveu|schrieb|schreef|pisze|napisa|skrev|kirjoitti|写道/u;

/**
 * Returns a text that the reply parser can read in limited time. Its patterns explode on runs of empty lines (17 s for
 * 20 KB), on long lines and on many quote openings. It therefore gets the first 200 non-empty lines, each cut to 200
 * characters, and a dozen such openings. `$` is masked, because the parser uses matches as a replacement string.
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

/**
 * Replaces separators inside a line with blanks, because the parser treats them as line breaks. Shortens runs of
 * blanks.
 */
const calm = (line: string) =>
  line
    .replace(/[\r\u2028\u2029\u0085\v\f]/g, ' ')
    .replace(/[\t ]{3,}/g, '  ')
    .replaceAll('$', 'S');
