import { normalForm } from '#lib/core/normal-form.ts';
import endings from './link-endings.json' with { type: 'json' };

/** "https://…", "www.…", "name@…", "@name". */
const MARKED = /:\/\/|www\.|@[\p{L}\p{N}_]/iu;
/** Letters behind a dot that follows a letter or digit, and the beginning of a path behind them: "t.me/deals". */
const NAMED = /[\p{L}\p{N}]\.(\p{L}{2,63})(?![\p{L}\p{N}])(\/[\p{L}\p{N}])?/gu;

const sure: ReadonlySet<string> = new Set(endings.sure);
const words: ReadonlySet<string> = new Set(endings.words);

/** Returns whether a text names an address on the web, a mailbox or an account. Takes linear time. */
export const hasLink = (...texts: readonly string[]): boolean =>
  texts.some((text) => {
    const plain = normalForm(text, 'NFKC');
    return MARKED.test(plain) || [...plain.matchAll(NAMED)].some(([, ending = '', path]) => isEnding(ending, path));
  });

/**
 * Any ending may have a path. Without one it is in the list. A word with a capital letter at the front alone is no ending,
 * but a sentence that begins without a space: "It works.Me and my wife".
 */
function isEnding(ending: string, path: string | undefined): boolean {
  const known = ending.toLowerCase();
  if (sure.has(known)) return true;
  const isWord = ending !== known && ending !== ending.toUpperCase();
  return !isWord && (path !== undefined || words.has(known));
}
