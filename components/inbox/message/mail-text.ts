import type { SpanKind } from '#lib/mail/values.ts';

/** A piece of a mail's text as shown. A folding piece stays in the page and opens with one key. */
export type TextBlock = { readonly kind: SpanKind; readonly text: string; readonly folds: boolean };
type Span = { readonly kind: SpanKind; readonly start: number; readonly end: number };

/**
 * Splits the text of a mail into blocks. Quotes, signatures and forwarded mails fold, the author's text never does. A
 * forwarded mail without text of its author stays open, because there is nothing else to show.
 */
export function textBlocks(text: string, spans: readonly Span[]): readonly TextBlock[] {
  if (spans.length === 0) return text.trim() === '' ? [] : [{ kind: 'reply', text: trimmed(text), folds: false }];
  const blocks = spans.flatMap(({ kind, start, end }): TextBlock[] => {
    const part = trimmed(text.slice(start, end));
    return part.trim() === '' ? [] : [{ kind, text: part, folds: kind !== 'reply' }];
  });
  const hasOwnText = blocks.some(({ kind }) => kind === 'reply');
  return hasOwnText ? blocks : blocks.map((block) => (block.kind === 'signature' ? block : { ...block, folds: false }));
}

const trimmed = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
