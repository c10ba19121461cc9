/** Matches invisible characters: controls, soft hyphens, zero-width and direction marks, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]|(?![\n\t])\p{Cc}/gu;

/**
 * Returns the text as a person sees it. Text hidden in invisible characters (Unicode tags, zero-width marks) is
 * removed, and every line ends in the same way.
 */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(INVISIBLE, '');
