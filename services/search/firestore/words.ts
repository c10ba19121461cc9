import { reachOf } from '#lib/search/near-words.ts';
import { keyOf } from './keys.ts';

/** Longer words are not treated as typing errors. */
const LONGEST = 24;
const MOST_VARIANTS = 180;

/** Returns a text with up to `most` letters left out, in every way, including the text itself. */
function shortened(text: string, most: number): ReadonlySet<string> {
  const all = new Set([text]);
  let last: readonly string[] = [text];
  for (let left = most; left > 0; left--) {
    const next = new Set(
      last.flatMap((word) => Array.from(word, (_, at) => Array.from(word).toSpliced(at, 1).join(''))),
    );
    for (const word of next) all.add(word);
    last = [...next];
  }
  return all;
}

const keyed = (index: string, texts: Iterable<string>): number[] => [
  ...new Set([...texts].map((text) => keyOf(index, 'word', text))),
];

/**
 * Returns the keys that two words within typing distance share. Each wrong, missing, extra or swapped letter disappears
 * when one letter is left out of each word.
 */
export const nearKeysOf = (index: string, word: string): number[] =>
  // A user who searches this word may have typed up to two letters more, and a longer word may contain more errors.
  word.length > LONGEST ? [] : keyed(index, shortened(word, reachOf(`${word}xx`)));

/** Returns the keys to look up a word by. */
export const lookUpKeysOf = (index: string, word: string): number[] =>
  word.length > LONGEST ? [] : keyed(index, shortened(word, reachOf(word))).slice(0, MOST_VARIANTS);
