/** The most that is read, in UTF-16 units. It equals the stored length of a mail's text. */
const MOST_READ = 1024 * 1024;

/** Returns the words of a text in lower case, to compare two versions of it. */
export const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .slice(0, MOST_READ)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu),
  );

/** Returns whether a text has a word that is not in `known`. */
export const hasOtherWords = (text: string, known: ReadonlySet<string>): boolean =>
  [...wordsOf(text)].some((word) => !known.has(word));
