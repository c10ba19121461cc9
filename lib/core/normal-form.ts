/** More marks on one letter than any script writes; what stands behind them is left out. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * Returns the text in a Unicode normal form. `String.normalize` sorts the marks of a letter in a time that grows with
 * their square, so a letter keeps eight.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC'): string =>
  text.replace(TOO_MANY_MARKS, '$1').normalize(form);
