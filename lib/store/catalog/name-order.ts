import { normalForm } from '#lib/core/normal-form.ts';
import { fold } from '#lib/search/terms.ts';

/** Behind every other Cyrillic letter, so that і stands after all words in и and before those in й. */
const AFTER = '\u052f';
/** Letters whose place in the alphabet is not that of their code point: each follows the one it stands behind. */
const places: Readonly<Record<string, string>> = { ґ: 'г', є: 'е', ё: 'е', і: 'и', ї: `и${AFTER}` };

const placed = (letter: string): string => (letter in places ? `${places[letter]}${AFTER}` : fold(letter));

/** A title as lists by name compare it: without case and accents, Ukrainian letters in the order of their alphabet. */
export const nameOrder = (title: string): string =>
  Array.from(normalForm(title, 'NFKC').toLowerCase(), placed).join('');
