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

export type TextPiece = { readonly text: string; readonly href: string | null };

// One pass and no nesting: an address ends at a blank, a bracket or a quotation mark.
const ADDRESS =
  /\b(?:https?:\/\/[^\s<>"'`[\]{}|\\^]{1,2000}|mailto:[^\s<>"'`()[\]]{3,320})|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** A text with the addresses in it, as links: http, https and mailto alone. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const shown = withoutTail(found[0]);
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), href: null });
    pieces.push({ text: shown, href: /^(?:https?|mailto):/i.test(shown) ? shown : `mailto:${shown}` });
    from = found.index + shown.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}

/** The full stop after an address, and a bracket that was opened before it, belong to the sentence. */
function withoutTail(address: string): string {
  const plain = address.replace(/[.,;:!?…]+$/, '');
  return plain.endsWith(')') && !plain.includes('(') ? plain.slice(0, -1) : plain;
}
