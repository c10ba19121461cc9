import { MAX_TEXT } from '#lib/mail/values.ts';

/** Returns the words of a text, lower-cased, to compare two readings of one mail. No more is read than is kept of a text. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

/** Returns true where a text has a word that is not among these. */
export const saysMore = (text: string, known: ReadonlySet<string>): boolean =>
  [...wordsOf(text)].some((word) => !known.has(word));
