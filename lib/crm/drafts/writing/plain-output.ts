import { visibleText } from '#lib/mail/visible-text.ts';

const PASSES = 5;

/** Removes markup in one pass. A link keeps its address beside its text, so that a reader sees where it leads. */
const reduced = (text: string): string =>
  text
    .replaceAll(/<(script|style|iframe|object|template)\b[^<>]*>[^<]{0,4000}(?:<\/\1\s*>)?/gi, '')
    .replaceAll(/<((?:https?|mailto):[^\s<>]{1,2000})>/gi, '$1')
    .replaceAll(/<[/!?]?[a-z][^<>]{0,2000}>|<!--[^<>]{0,2000}>/gi, '')
    .replaceAll(/!\[([^[\]]{0,300})\]\([^()\s]{0,2000}(?:\s[^()]{0,300})?\)/g, '$1')
    .replaceAll(/!\[([^[\]]{0,300})\]\[[^[\]]{0,100}\]/g, '$1')
    .replaceAll(/\[([^[\]]{0,300})\]\(\s*<?([^()\s<>]{1,2000})>?(?:\s[^()]{0,300})?\)/g, '$1 ($2)')
    .replaceAll(/^[ \t]{0,3}\[([^[\]]{1,100})\]:[ \t]+(\S{1,2000})[^\n]*$/gm, '$2');

/**
 * Returns a model's output as plain text of at most `most` characters. HTML, Markdown images and invisible characters
 * are removed. Links show their address.
 */
export function plainOutput(text: string, most: number): string {
  let plain = visibleText(text.slice(0, most * 4));
  for (let pass = 0; pass < PASSES; pass += 1) {
    const next = reduced(plain);
    if (next === plain) break;
    plain = next;
  }
  // Markup nested deeper than the passes is broken up, so that it no longer works as markup.
  const flat = plain.replaceAll(/(?<!<)<+(?=[/!?a-z])/gi, '').replaceAll(/(?<!!)!+\[/g, '[');
  return flat
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
