/**
 * Characters that reverse the direction of the following text: with one, `moc.elpmaxe` is displayed as `example.com`.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
/**
 * Direction marks. Names in right-to-left scripts need them between letters and signs. In other texts they only
 * deceive.
 */
const MARKS = /[\u061c\u200e\u200f]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns a text without the characters that make it display in another order than it is written. */
export function withoutTurns(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain.replace(MARKS, '')) ? plain : plain.replace(MARKS, '');
}

/**
 * Returns a name or a subject as one line that can be displayed and sent. Control characters, which an encoded word
 * may contain, become blanks. Characters that change the reading order are removed.
 */
export const headerText = (text: string): string =>
  withoutTurns(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
