/** Marks that turn the direction of what follows: with one, `moc.elpmaxe` is read as `example.com`. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Marks of a direction, which names in these scripts need between letters and signs; elsewhere they only deceive. */
const MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns a text without the characters by which it would be read in another order than it is written. */
export function withoutTurns(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain.replace(MARKS, '')) ? plain : plain.replace(MARKS, '');
}

/**
 * Returns a name or a subject as one line that can be shown and sent: control characters, which an encoded word may hold,
 * become blanks, and characters that change the order of reading are taken out.
 */
export const headerText = (text: string): string =>
  withoutTurns(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
