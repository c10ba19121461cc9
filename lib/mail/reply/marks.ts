import type { Fragment } from '#lib/mail/ports.ts';
import type { SpanKind } from '#lib/mail/values.ts';
import { type Attribution, attributions } from './attribution.ts';
import { citedQuotes } from './cited.ts';
import { markerOf, openingAt, withRuleAbove } from './header-block.ts';
import { nextSolid, otherMarks, type TextLine } from './lines.ts';
import { type Stretch, signatureOf } from './signature.ts';

type Mark = SpanKind | null;

/**
 * Returns the kind of each line. First come the quote marks and the openings of quoted or forwarded mails. Then come
 * the signatures, and last the quotes that an author answers in place. All other lines are reply.
 */
export function markReply(lines: readonly TextLine[], fragments: readonly Fragment[]): SpanKind[] {
  const marks: Mark[] = lines.map((line) => (line.quoted ? 'quoted' : null));
  markForwardedQuotes(lines, marks);
  const headed = markOpenings(lines, marks);
  markSignatures(lines, marks, proposedSignatures(lines, fragments));
  for (const at of citedQuotes(lines, marks, headed)) marks[at] = 'reply';
  return marks.map((mark) => mark ?? 'reply');
}

/** Marks a run of quoted lines that begins with a forward marker as forwarded, as Apple Mail writes it. */
function markForwardedQuotes(lines: readonly TextLine[], marks: Mark[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line?.quoted || lines[at - 1]?.quoted || markerOf(line.body) !== 'forwarded') continue;
    for (let i = at; i < lines.length && (lines[i]?.quoted || lines[i]?.blank); i += 1) {
      if (lines[i]?.quoted) marks[i] = 'forwarded';
    }
  }
}

/**
 * Marks openings and the mail below them when it has no quote marks. An unmarked quote extends to the end, because
 * replies inside it cannot be detected. When the author wrote nothing above an attribution, the text below is the
 * author's. Returns the first lines of marked quotes.
 */
function markOpenings(lines: readonly TextLine[], marks: Mark[]): ReadonlySet<number> {
  const headed = new Set<number>();
  const named = attributions(lines);
  let written = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line || line.blank || marks[at] !== null) continue;
    const found = findOpening(lines, named, at);
    if (found === null) {
      written = true;
      continue;
    }
    const next = nextSolid(lines, found.last + 1);
    const quoteMarks = found.attribution ? otherMarks(lines, next) : [];
    const marked = quoteMarks.length > 0 || (next !== null && lines[next]?.quoted === true);
    if (found.weak && !marked) {
      written = true;
      continue;
    }
    const first = withRuleAbove(lines, found.first);
    const toEnd = !marked && (written || !found.attribution);
    const last = toEnd ? lines.length - 1 : found.last;
    for (let i = first; i <= last; i += 1) marks[i] = found.kind;
    for (const i of quoteMarks) marks[i] = 'quoted';
    if (marked && next !== null) headed.add(next);
    if (toEnd) break;
    at = last;
  }
  return headed;
}

type Found = { first: number; last: number; kind: 'quoted' | 'forwarded'; weak: boolean; attribution: boolean };

/** Returns the opening that begins at a line: copied fields, a marker or an attribution. */
function findOpening(lines: readonly TextLine[], named: ReadonlyMap<number, Attribution>, at: number): Found | null {
  const block = openingAt(lines, at);
  if (block) return { ...block, weak: false, attribution: false };
  const attribution = named.get(at);
  return attribution ? { ...attribution, kind: 'quoted', weak: !attribution.strong, attribution: true } : null;
}

/**
 * Returns the lines at which the reply parser begins a signature. Its quotes are not used: it treats any line from "On"
 * to "wrote" as the beginning of a quote and hides everything below.
 */
function proposedSignatures(lines: readonly TextLine[], fragments: readonly Fragment[]): ReadonlySet<number> {
  const starts = new Set<number>();
  let at = 0;
  let offset = 0;
  for (const fragment of fragments) {
    if (fragment.signature) {
      const solid = offset + (fragment.text.length - fragment.text.trimStart().length);
      while (at < lines.length && (lines[at]?.end ?? 0) <= solid) at += 1;
      starts.add(at);
    }
    offset += fragment.text.length;
  }
  return starts;
}

/** Marks the signature of each run of the author's lines. Text below a phone's signature line is the answered mail. */
function markSignatures(lines: readonly TextLine[], marks: Mark[], proposed: ReadonlySet<number>): void {
  const all = stretches(lines, marks);
  const firstOwn = all[0]?.first ?? 0;
  const lastMark = marks.findLastIndex((mark) => mark !== null);
  for (const stretch of all) {
    const found = signatureOf(lines, stretch, proposed);
    if (!found) continue;
    marks.fill('signature', found.first, found.end);
    if (found.rest && found.first > firstOwn && lastMark < found.end) marks.fill('quoted', found.end, stretch.end);
  }
}

function stretches(lines: readonly TextLine[], marks: readonly Mark[]): Stretch[] {
  const found: { first: number; end: number }[] = [];
  let open: { first: number; end: number } | null = null;
  lines.forEach((line, at) => {
    if (marks[at] !== null) open = null;
    else if (open) open.end = at + 1;
    else if (!line.blank) {
      open = { first: at, end: at + 1 };
      found.push(open);
    }
  });
  return found;
}
