import type { SpanKind } from '#lib/mail/values.ts';

/** A stretch of a mail's text as it is shown; what folds is there all the same, one key away. */
export type TextBlock = { readonly kind: SpanKind; readonly text: string; readonly folds: boolean };
type Span = { readonly kind: SpanKind; readonly start: number; readonly end: number };

/**
 * The text of a mail in blocks. Quotes, signatures and forwarded mails fold, what the author wrote never does; a forward
 * without a word of its author stays open, as it is all there is.
 */
export function textBlocks(text: string, spans: readonly Span[]): readonly TextBlock[] {
  if (spans.length === 0) return text.trim() === '' ? [] : [{ kind: 'reply', text: trimmed(text), folds: false }];
  const blocks = spans.flatMap(({ kind, start, end }): TextBlock[] => {
    const part = trimmed(text.slice(start, end));
    return part.trim() === '' ? [] : [{ kind, text: part, folds: kind !== 'reply' }];
  });
  const saysSomething = blocks.some(({ kind }) => kind === 'reply');
  return saysSomething
    ? blocks
    : blocks.map((block) => (block.kind === 'signature' ? block : { ...block, folds: false }));
}

const trimmed = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
