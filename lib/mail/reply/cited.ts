import type { SpanKind } from '#lib/mail/values.ts';
import type { TextLine } from './lines.ts';

const MAX_CITED = 15;

/**
 * Returns quoted lines that belong to the author's reply: short quotes answered in place. The author's own words must
 * follow, and either precede the quote or the quote has no attribution. In a mail that begins with "X wrote:", the
 * quotes are the answered mail and stay quoted. `headed` are the first lines of quotes below an attribution.
 */
export function citedQuotes(
  lines: readonly TextLine[],
  marks: readonly (SpanKind | null)[],
  headed: ReadonlySet<number>,
): number[] {
  // An unmarked line directly between two quoted ones is usually a wrapped piece of the line above, not a reply.
  const own = (at: number) =>
    marks[at] === null && !lines[at]?.blank && !(lines[at - 1]?.quoted === true && lines[at + 1]?.quoted === true);
  const first = lines.findIndex((line) => line.quoted);
  if (first < 0 || (headed.has(first) && !lines.some((_, at) => at < first && own(at)))) return [];
  const lastOwn = lines.findLastIndex((_, at) => own(at));
  const cited: number[] = [];
  for (const run of quotedRuns(lines, marks)) {
    const after = run.at(-1);
    if (after !== undefined && after < lastOwn && run.length <= MAX_CITED) cited.push(...run);
  }
  return cited;
}

/** Returns the runs of quoted lines, without the empty lines between them. */
function quotedRuns(lines: readonly TextLine[], marks: readonly (SpanKind | null)[]): number[][] {
  const runs: number[][] = [];
  let run: number[] | null = null;
  lines.forEach((line, at) => {
    if (line.blank) return;
    if (!line.quoted || marks[at] !== 'quoted') run = null;
    else if (run) run.push(at);
    else {
      run = [at];
      runs.push(run);
    }
  });
  return runs;
}
