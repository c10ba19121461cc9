import { normalForm } from '#lib/core/normal-form.ts';
import { stemOf } from './stems.ts';
import { hasCyrillic, transliterate } from './transliterate.ts';

/** More words than anyone means; the rest of a search is not looked at. */
const MAX_TERMS = 12;
const MIN_LETTERS = 2;

const apostrophes = /['’ʼ‘`´ʹ]/gu;
/** й and ї keep their marks: without them they would be other letters. */
const marks = /(и\u0306|і\u0308)|\p{M}+/gu;
/** Letters that carry their mark inside, so that no decomposition takes it off. */
const whole: Readonly<Record<string, string>> = {
  ґ: 'г',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** One spelling for what people write in many ways: compatibility forms, case, accents and apostrophes go. */
export function fold(text: string): string {
  const plain = normalForm(text, 'NFKC').toLowerCase().replace(apostrophes, '');
  const bare = normalForm(plain, 'NFD').replace(marks, '$1');
  return normalForm(bare, 'NFC').replace(/[ґłøđıßæœ]/gu, (letter) => whole[letter] ?? letter);
}

/** The words of a text, folded, in order; single letters are none. */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS);

/** What a text is found by: each word, its stem, and both in Latin letters where they are Cyrillic. */
export function indexTokens(...texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const word of new Set(texts.flatMap(wordsOf))) {
    for (const spelling of spellings(word)) tokens.add(spelling).add(stemOf(spelling));
  }
  return [...tokens];
}

/** A word that somebody may have meant by another: of letters only, since a number near another is a different number. */
const isWord = (word: string): boolean => /^\p{L}{3,30}$/u.test(word);

/** The words that a search may be corrected to: as written, and in Latin letters. */
export const vocabularyOf = (...texts: readonly string[]): string[] => [
  ...new Set([...new Set(texts.flatMap(wordsOf))].filter(isWord).flatMap(spellings)),
];

const spellings = (word: string): string[] => (hasCyrillic(word) ? [word, transliterate(word)] : [word]);

/** One word of a search: as typed, and as the index is asked for it. */
export type SearchTerm = { readonly word: string; readonly term: string };

/** What a shopper's search asks of the index; the same folding and stems as `indexTokens`. */
export function searchTerms(text: string): SearchTerm[] {
  const words = [...new Set(wordsOf(text))].slice(0, MAX_TERMS);
  return words.map((word) => ({ word, term: stemOf(word) }));
}
