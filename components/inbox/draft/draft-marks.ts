/** A stretch of a draft: plain, a place still to be filled in, or a link that leads to a stranger. */
export type DraftPiece = { readonly kind: 'plain' | 'slot' | 'link'; readonly text: string };
type Marks = { readonly openSlots: readonly string[]; readonly foreignLinks: readonly string[] };

/** A draft with what a person has to look at marked in it. */
export function draftPieces(text: string, { openSlots, foreignLinks }: Marks): readonly DraftPiece[] {
  // The longest first: one link may begin with another.
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

/** A slot as it stands in a text. */
export const bracketed = (slot: string): string => (slot.startsWith('[') ? slot : `[${slot}]`);

/** The slots that are still in a text that is being typed. */
export const slotsLeft = (text: string, openSlots: readonly string[]): readonly string[] =>
  openSlots.map(bracketed).filter((slot) => text.includes(slot));
