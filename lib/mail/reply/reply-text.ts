import { headerText } from '#lib/core/header-text.ts';
import { cut } from '#lib/mail/headers/reply-headers.ts';
import type { ReplySpan } from '#lib/mail/ports.ts';
import type { SpanKind } from '#lib/mail/values.ts';

/** The length of a quote. A quote shows what is answered and is not an archive of the conversation. */
const MOST_QUOTE = 4_000;
const LEFT_OUT = '> […]';

/** The parts of a reply. `quoted` is the answered mail with its original text. */
export type ReplyParts = {
  readonly body: string;
  readonly signature: string | null;
  readonly quoted: { readonly who: string; readonly at: string; readonly text: string } | null;
};

/** Returns the outgoing text and the kind of each span, so that our own mails are read like those of others. */
export function replyText({ body, signature, quoted }: ReplyParts): { text: string; spans: ReplySpan[] } {
  const parts: [SpanKind, string][] = [['reply', `${unixLines(body).trimEnd()}\n`]];
  if (signature !== null && signature.trim() !== '')
    // The mark ends with a blank, by which mail programs recognise a signature (RFC 3676 4.3).
    parts.push(['signature', `\n-- \n${unixLines(signature).trimEnd()}\n`]);
  if (quoted !== null && quoted.text.trim() !== '') parts.push(['quoted', `\n${quoteOf(quoted)}\n`]);

  let text = '';
  const spans: ReplySpan[] = [];
  for (const [kind, part] of parts) {
    spans.push({ kind, start: text.length, end: text.length + part.length });
    text += part;
  }
  return { text, spans };
}

function quoteOf({ who, at, text }: NonNullable<ReplyParts['quoted']>): string {
  const lead = `On ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC, ${headerText(who)} wrote:\n`;
  // Twice the limit is enough to see that something is left out, so the rest of a long mail is not scanned.
  const lines = unixLines(cut(text.trim(), MOST_QUOTE * 2))
    .trim()
    .split('\n')
    .map(marked);
  const room = MOST_QUOTE - lead.length;
  const whole = lines.join('\n');
  if (whole.length <= room) return lead + whole;
  const kept = cut(whole, room - LEFT_OUT.length - 1);
  const end = kept.lastIndexOf('\n');
  return `${lead}${end > 0 ? kept.slice(0, end) : kept}\n${LEFT_OUT}`;
}

const marked = (line: string): string => (line.startsWith('>') ? `>${line}` : line === '' ? '>' : `> ${line}`);
const unixLines = (text: string): string => text.replace(/\r\n?/g, '\n');
