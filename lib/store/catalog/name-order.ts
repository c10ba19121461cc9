import { normalForm } from '#lib/core/normal-form.ts';
import { fold } from '#lib/search/terms.ts';

/** Sorts after every other Cyrillic letter, so that і comes after all words in и and before those in й. */
const AFTER = '\u052f';
/** Letters whose place in the alphabet differs from their code point: each sorts right after the given letter. */
const places: Readonly<Record<string, string>> = { ґ: 'г', є: 'е', ё: 'е', і: 'и', ї: `и${AFTER}` };

const placed = (letter: string): string => (letter in places ? `${places[letter]}${AFTER}` : fold(letter));

/**
 * Returns a title as lists by name compare it: without case and accents, Ukrainian letters in the order of their
 * alphabet.
 */
export const nameOrder = (title: string): string =>
  Array.from(normalForm(title, 'NFKC').toLowerCase(), placed).join('');
