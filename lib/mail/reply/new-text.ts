import { MAX_SPLIT } from './split.ts';

/** Matches `>` as mail programs write it, or `|`. A line that also ends with `|` is a table row. */
const quoted = /^[ \t]*(?:>|\|(?![^\n]*\|[ \t]*$))/;

/**
 * Returns the new text of a reply, without cited lines and the line that names their author. A reply that only cites is
 * returned whole. For short previews: the mail itself hides none of this.
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
