/** More marks on one letter than any script uses. Marks after them are dropped. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;
/** Blessing formulas, each one character. NFKC expands them to up to 18 characters, and so a text of them as well. */
const FORMULAS = /[\uFDFA\uFDFB]/g;

/**
 * Returns the text in a Unicode normal form. `String.normalize` sorts the marks of a letter in quadratic time, so a
 * letter keeps eight. In NFKC, which only serves comparison, a blessing formula becomes a blank.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  (form === 'NFKC' ? text.replace(FORMULAS, ' ') : text).replace(TOO_MANY_MARKS, '$1').normalize(form);
