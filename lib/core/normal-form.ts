/**
 * Marks after the eighth on one letter, more than any script uses. A match is bounded, because the engine remembers each
 * step of it and throws a RangeError after some millions.
 */
const TOO_MANY_MARKS = /(?=\p{M})(?<=\p{M}{8})\p{M}{1,1000}/gu;
/** Blessing formulas, each one character. NFKC expands them to up to 18 characters, and so a text of them as well. */
const FORMULAS = /[\uFDFA\uFDFB]/g;

/**
 * Returns the text in a Unicode normal form. `String.normalize` sorts the marks of a letter in quadratic time, so a
 * letter keeps eight. In NFKC, which only serves comparison, a blessing formula becomes a blank.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  (form === 'NFKC' ? text.replace(FORMULAS, ' ') : text).replace(TOO_MANY_MARKS, '').normalize(form);
