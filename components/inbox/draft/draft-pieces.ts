import { bracketed } from './draft-marks.ts';

/** A piece of a draft: plain text, a placeholder, or a foreign link. */
export type DraftPiece = { readonly kind: 'plain' | 'slot' | 'link'; readonly text: string };
type Marks = { readonly openSlots: readonly string[]; readonly foreignLinks: readonly string[] };

/** Splits a draft into pieces and marks what a person must check. */
export function draftPieces(text: string, { openSlots, foreignLinks }: Marks): readonly DraftPiece[] {
  // Longest first, because one link may begin with another.
  const marks = [
    ...openSlots.map((mark) => ({ kind: 'slot' as const, mark: bracketed(mark) })),
    ...foreignLinks.map((mark) => ({ kind: 'link' as const, mark })),
  ]
    .filter(({ mark }) => mark !== '')
    .sort((a, b) => b.mark.length - a.mark.length);
  const pieces: DraftPiece[] = [];
  let [from, at] = [0, 0];
  while (at < text.length) {
    const found = marks.find(({ mark }) => text.startsWith(mark, at));
    if (!found) {
      at += 1;
      continue;
    }
    if (at > from) pieces.push({ kind: 'plain', text: text.slice(from, at) });
    pieces.push({ kind: found.kind, text: found.mark });
    at += found.mark.length;
    from = at;
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) });
  return pieces;
}
