import type { SpanKind } from '#lib/mail/values.ts';
import type { TextLine } from './lines.ts';

const MAX_CITED = 15;

/**
 * Quoted lines that are part of what the author says: a short quote they answer in place, with their own words below it
 * and either words above it or no line that says whose mail it is. In a mail that begins with "X wrote:" the quotes are
 * the mail answered, and stay quoted. `headed` are the first lines of quotes that an attribution stands above.
 */
export function citedQuotes(
  lines: readonly TextLine[],
  marks: readonly (SpanKind | null)[],
  headed: ReadonlySet<number>,
): number[] {
  // A line between two quoted ones without a gap is what a program broke off the line above, more often than an answer.
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

/** The runs of quoted lines, empty lines between them left out. */
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
