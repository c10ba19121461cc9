import { reachOf } from '#lib/search/near-words.ts';
import { keyOf } from './keys.ts';

/** Words longer than this are nobody's typing error. */
const LONGEST = 24;
const MOST_VARIANTS = 180;

/** A text with up to `most` letters left out, in every way, itself included. */
function shortened(text: string, most: number): ReadonlySet<string> {
  const all = new Set([text]);
  let last: readonly string[] = [text];
  for (let left = most; left > 0; left--) {
    const next = new Set(last.flatMap((one) => Array.from(one, (_, at) => Array.from(one).toSpliced(at, 1).join(''))));
    for (const one of next) all.add(one);
    last = [...next];
  }
  return all;
}

const keyed = (index: string, texts: Iterable<string>): number[] => [
  ...new Set([...texts].map((text) => keyOf(index, 'word', text))),
];

/**
 * What two words within typing distance have in common: each letter that is wrong, missing, too many or swapped with its
 * neighbour is gone when one letter is left out of each.
 */
export const nearKeysOf = (index: string, word: string): number[] =>
  // Whoever looks for this word may have typed up to two letters more, and then may be wrong in as many as they may.
  word.length > LONGEST ? [] : keyed(index, shortened(word, reachOf(`${word}xx`)));

/** The keys to look a word up by. */
export const lookUpKeysOf = (index: string, word: string): number[] =>
  word.length > LONGEST ? [] : keyed(index, shortened(word, reachOf(word))).slice(0, MOST_VARIANTS);
