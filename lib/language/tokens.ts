import { normalForm } from '#lib/core/normal-form.ts';
import { withoutEnd } from '#lib/core/without-end.ts';
import { visibleText } from '#lib/mail/visible-text.ts';

/**
 * The rules read no more of a mail than this, in UTF-16 units. Later text adds nothing about the request, and every
 * rule stays fast.
 */
export const MOST_READ = 12_000;

/** A word of a text. `text` is folded so that all spellings are equal, `raw` is the original. */
export type Token = { readonly text: string; readonly raw: string; readonly start: number };

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu;

/** Folds a word to the spelling of the word lists: lower case, one apostrophe, ё as е and ґ as г. */
const fold = (word: string): string => withoutEnd(word.toLowerCase().replaceAll('ё', 'е').replaceAll('ґ', 'г'), "'-");

/** Returns the text as every rule reads it: only visible characters, one spelling of each, limited in length. */
export const readable = (text: string): string =>
  normalForm(visibleText(text.slice(0, MOST_READ * 2)), 'NFKC')
    .replaceAll(/[\u2018\u2019\u02BC\u0060\u00B4\u2032]/g, "'")
    .slice(0, MOST_READ);

/** Returns the words of a text in order. */
export const tokensOf = (text: string): Token[] =>
  [...readable(text).matchAll(WORD)].map(({ 0: raw, index }) => ({ text: fold(raw), raw, start: index }));
