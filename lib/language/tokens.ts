import { normalForm } from '#lib/core/normal-form.ts';
import { withoutEnd } from '#lib/core/without-end.ts';
import { visibleText } from '#lib/mail/visible-text.ts';

/** Beyond this a mail says nothing new about what it wants, and every rule stays fast. In UTF-16 units. */
export const MOST_READ = 12_000;

/** A word of a text: `text` folded so that its spellings are one, `raw` as it stands there. */
export type Token = { readonly text: string; readonly raw: string; readonly start: number };

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu;

/** Lower case, one apostrophe, ё as е and ґ as г: how the word lists are spelled. */
const fold = (word: string): string => withoutEnd(word.toLowerCase().replaceAll('ё', 'е').replaceAll('ґ', 'г'), "'-");

/** The text as every rule reads it: what is seen, in one spelling of each character, not endlessly long. */
export const readable = (text: string): string =>
  normalForm(visibleText(text.slice(0, MOST_READ * 2)), 'NFKC')
    .replaceAll(/[\u2018\u2019\u02BC\u0060\u00B4\u2032]/g, "'")
    .slice(0, MOST_READ);

/** The words of a text in their order. */
export const tokensOf = (text: string): Token[] =>
  [...readable(text).matchAll(WORD)].map(({ 0: raw, index }) => ({ text: fold(raw), raw, start: index }));
