import type { Fragment, ReplySpan } from '#lib/mail/ports.ts';
import type { SpanKind } from '#lib/mail/values.ts';
import { type TextLine, textLines } from './lines.ts';
import { markReply } from './marks.ts';

/** How much of a text is analysed, in UTF-16 units. The rest gets the kind of the last line. */
export const MAX_SPLIT = 256 * 1024;
const MAX_LINES = 20_000;
/** How many spans are kept. The rest is shown as reply, because a limit must not hide text. */
const MAX_SPANS = 500;

/**
 * Separates what the author of a mail wrote from quotes, forwarded mails and signatures. The spans cover the text
 * without gaps, and `reply` is the reply spans joined. Nothing is deleted. When no reply is left, the whole text is
 * reply, so that an author's text is never hidden. `fragments` are the reply parser's result for the same text.
 */
export function splitReply(text: string, fragments: readonly Fragment[]): { reply: string; spans: ReplySpan[] } {
  const lines = textLines(text.slice(0, MAX_SPLIT), MAX_LINES);
  const spans = joined(lines, withBlanks(lines, markReply(lines, fragments)), text.length);
  const reply = spans
    .filter(({ kind }) => kind === 'reply')
    .map(({ start, end }) => text.slice(start, end))
    .join('');
  if (reply.trim() !== '') return { reply, spans };
  return { reply: text, spans: text === '' ? [] : [{ kind: 'reply', start: 0, end: text.length }] };
}

/**
 * Assigns empty lines to the text above them. Between the end of the reply and folded text they belong to the folded
 * text, and at the beginning to the text below.
 */
function withBlanks(lines: readonly TextLine[], kinds: readonly SpanKind[]): SpanKind[] {
  const lastReply = lines.findLastIndex((line, at) => !line.blank && kinds[at] === 'reply');
  const below: SpanKind[] = [];
  let next: SpanKind = 'reply';
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (!lines[at]?.blank) next = kinds[at] ?? 'reply';
    below[at] = next;
  }
  let above: SpanKind | null = null;
  return lines.map((line, at) => {
    if (!line.blank) {
      above = kinds[at] ?? 'reply';
      return above;
    }
    return above === null || (above === 'reply' && at > lastReply) ? (below[at] ?? 'reply') : above;
  });
}

function joined(lines: readonly TextLine[], kinds: readonly SpanKind[], length: number): ReplySpan[] {
  const spans: { kind: SpanKind; start: number; end: number }[] = [];
  lines.forEach((line, at) => {
    const kind = kinds[at] ?? 'reply';
    const last = spans.at(-1);
    if (last && (last.kind === kind || spans.length >= MAX_SPANS)) last.end = line.end;
    else spans.push({ kind, start: line.start, end: line.end });
  });
  const last = spans.at(-1);
  if (last && spans.length >= MAX_SPANS) last.kind = 'reply';
  if (last) last.end = length;
  return spans;
}
