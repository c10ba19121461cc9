import { MAX_SPLIT } from './split.ts';

/** `>` as mail programs write it, or `|`; a line that ends with `|` too is a row of a table. */
const quoted = /^[ \t]*(?:>|\|(?![^\n]*\|[ \t]*$))/;

/**
 * Returns what is new in a reply, without the lines it cites between its own and without the line that says whose they are.
 * A reply that only cites is returned whole. For what shows a mail in a line or two; the mail itself hides none of this.
 */
export function newText(reply: string): string {
  const lines = reply.slice(0, MAX_SPLIT).split('\n');
  const isQuoted = lines.map((line) => quoted.test(line));
  const first = lines.findIndex((line) => line.trim() !== '');
  const introduces = (line: string, at: number) =>
    at === first &&
    line.trimEnd().endsWith(':') &&
    isQuoted[lines.findIndex((next, n) => n > at && next.trim() !== '')];
  const kept = lines.filter((line, at) => !isQuoted[at] && !introduces(line, at)).join('\n');
  return kept.trim() === '' ? reply : kept;
}
