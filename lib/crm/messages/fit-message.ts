import type { EmailMessage } from '#lib/crm/schemas/message.ts';

/** A message row stays below this size, so that a page of a hundred rows is fast to read. */
export const MAX_ROW_BYTES = 64 * 1024;

type Span = EmailMessage['spans'][number];
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The lists of a row that may be shortened. Each call keeps about half of one list. */
const shorter: { readonly [K in keyof EmailMessage]?: (row: EmailMessage) => EmailMessage[K] } = {
  spans: ({ spans }) => fewerSpans(spans, Math.ceil(spans.length / 2)),
  references: ({ references }) => firstAndLast(references, Math.ceil(references.length / 2)),
  to: ({ to }) => half(to),
  cc: ({ cc }) => half(cc),
  attachments: ({ attachments }) => half(attachments),
  bounce: ({ bounce }) => bounce && { ...bounce, recipients: half(bounce.recipients) },
};

/**
 * Shortens the longest lists of a row until the row fits. The raw mail and the counts still include what was left out.
 */
export function fitMessage(row: EmailMessage): EmailMessage {
  let fitting = row;
  while (sizeOf(fitting) > MAX_ROW_BYTES) {
    const now = fitting;
    const [longest] = (Object.keys(shorter) as (keyof typeof shorter)[]).sort(
      (a, b) => sizeOf(now[b]) - sizeOf(now[a]),
    );
    const shorten = longest && shorter[longest];
    if (!longest || !shorten || sizeOf(now[longest]) < 200) break;
    fitting = { ...now, [longest]: shorten(now) };
  }
  return fitting;
}

const half = <V>(list: readonly V[]): V[] => list.slice(0, Math.floor(list.length / 2));

/**
 * Keeps the first id, which names the whole conversation, and the last ones, which name the answered mails. The ids
 * between them can be dropped.
 */
export const firstAndLast = <V>(list: readonly V[], most: number): V[] =>
  list.length <= most ? [...list] : [...list.slice(0, 1), ...list.slice(1 - most)];

/**
 * Merges the rest of a text into the last span. If the rest contains any reply text, the span is of kind `reply`, so
 * that no reply text is hidden.
 */
export function fewerSpans(spans: readonly Span[], most: number): Span[] {
  if (spans.length <= most) return [...spans];
  const kept = spans.slice(0, most - 1);
  const rest = spans.slice(most - 1);
  const [first] = rest;
  const last = rest.at(-1);
  if (!first || !last) return kept;
  const kind = rest.some((span) => span.kind === 'reply') ? 'reply' : first.kind;
  return [...kept, { kind, start: first.start, end: last.end }];
}
