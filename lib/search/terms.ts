import { normalForm } from '#lib/core/normal-form.ts';
import { stemOf } from './stems.ts';
import { hasCyrillic, transliterate } from './transliterate.ts';

/** More words than a real search contains. Further words are ignored. */
const MAX_TERMS = 12;
const MIN_LETTERS = 2;

const apostrophes = /['’ʼ‘`´ʹ]/gu;
/** й and ї keep their marks, because without them they would be other letters. */
const marks = /(и\u0306|і\u0308)|\p{M}+/gu;
/** Letters whose mark no decomposition separates. */
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

/**
 * Returns one spelling for different ways to write a text: compatibility forms, case, accents and apostrophes are
 * removed.
 */
export function fold(text: string): string {
  const plain = normalForm(text, 'NFKC').toLowerCase().replace(apostrophes, '');
  const bare = normalForm(plain, 'NFD').replace(marks, '$1');
  return normalForm(bare, 'NFC').replace(/[ґłøđıßæœ]/gu, (letter) => whole[letter] ?? letter);
}

/** Returns the folded words of a text in order. Single letters do not count. */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_LETTERS);

/** Returns the tokens by which a text is found: each word, its stem, and both in Latin letters if they are Cyrillic. */
export function indexTokens(...texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const word of new Set(texts.flatMap(wordsOf))) {
    for (const spelling of spellings(word)) tokens.add(spelling).add(stemOf(spelling));
  }
  return [...tokens];
}

/**
 * Returns true for a word that may be the correction of another word. Only letters qualify, because a number near
 * another one is a different number.
 */
const isWord = (word: string): boolean => /^\p{L}{3,30}$/u.test(word);

/** Returns the words that a search may be corrected to: as written, and in Latin letters. */
export const vocabularyOf = (...texts: readonly string[]): string[] => [
  ...new Set([...new Set(texts.flatMap(wordsOf))].filter(isWord).flatMap(spellings)),
];

const spellings = (word: string): string[] => (hasCyrillic(word) ? [word, transliterate(word)] : [word]);

/** One word of a search, as typed and as looked up in the index. */
export type SearchTerm = { readonly word: string; readonly term: string };

/** Returns the terms of a shopper's search, with the same folding and stems as `indexTokens`. */
export function searchTerms(text: string): SearchTerm[] {
  const words = [...new Set(wordsOf(text))].slice(0, MAX_TERMS);
  return words.map((word) => ({ word, term: stemOf(word) }));
}
