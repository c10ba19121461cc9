/** More marks on one letter than any script writes; what stands behind them is left out. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;
/** Formulas of blessing, each one character. NFKC writes them out in up to 18, so a text of them would be as much longer. */
const FORMULAS = /[\uFDFA\uFDFB]/g;

/**
 * Returns the text in a Unicode normal form. `String.normalize` sorts the marks of a letter in a time that grows with
 * their square, so a letter keeps eight. In NFKC, which serves comparing alone, a formula of blessing becomes a blank.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  (form === 'NFKC' ? text.replace(FORMULAS, ' ') : text).replace(TOO_MANY_MARKS, '$1').normalize(form);
