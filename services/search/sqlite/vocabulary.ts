import { nearWords, reachOf } from '#lib/search/near-words.ts';
import type { Matcher } from './match.ts';
import type { Mirror } from './mirror.ts';
import type { Prepared } from './tables.ts';

/** The number of nearest words looked up to find the most common one. */
const LOOKED_UP = 20;

/** The words ever indexed, by length. A correction is searched among words of nearly the same length. */
export class Vocabulary {
  readonly #byLength = new Map<number, string[]>();
  #last = 0;

  /** Reads the words added since the last call. The table only grows until the index is rebuilt. */
  catchUp(prepared: Prepared, { tables }: Mirror): void {
    for (const { n, word } of prepared(`SELECT n, word FROM ${tables.words} WHERE n > ? ORDER BY n`).all(this.#last)) {
      const text = String(word);
      const list = this.#byLength.get(text.length) ?? [];
      list.push(text);
      this.#byLength.set(text.length, list);
      this.#last = Number(n);
    }
  }

  /** Returns the words near a word that some row still contains: the closest first, then the word in most rows. */
  near(mirror: Mirror, matcher: Matcher, word: string): string[] {
    const reach = reachOf(word);
    const lengths = Array.from({ length: 2 * reach + 1 }, (_, i) => word.length - reach + i);
    const near = nearWords(
      word,
      lengths.flatMap((length) => this.#byLength.get(length) ?? []),
    );
    return near
      .slice(0, LOOKED_UP)
      .map((candidate) => ({ ...candidate, count: matcher.count(mirror, candidate.word) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.distance - b.distance || b.count - a.count)
      .map((candidate) => candidate.word);
  }
}
