/** No more is read, in UTF-16 units: it is what is kept of the text of a mail. */
const MOST_READ = 1024 * 1024;

/** Returns the words of a text, lower-cased, to compare two readings of the same. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .slice(0, MOST_READ)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

/** Returns true where a text has a word that is not among these. */
export const saysMore = (text: string, known: ReadonlySet<string>): boolean =>
  [...wordsOf(text)].some((word) => !known.has(word));
