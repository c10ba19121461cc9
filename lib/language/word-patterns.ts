import type { Token } from './tokens.ts';

/**
 * Phrases in the notation of the word lists. Words are separated by a blank. `refund*` matches any word with this
 * beginning. `order|parcel` matches either word. `..` matches up to three words of any kind.
 */
type Word = { readonly text: string; readonly isStem: boolean };
/** The alternatives for one place of a phrase. Null is a gap. */
type Place = readonly Word[] | null;
type Compiled<V> = { readonly source: string; readonly places: readonly Place[]; readonly value: V };

const GAP = '..';
const MOST_BETWEEN = 3;
/** Phrases are looked up by this many first letters of their first word. */
const KEY_LENGTH = 2;

/** Compiled phrases by the first letters of their first word. */
export type PatternIndex<V> = { readonly get: (key: string) => readonly Compiled<V>[] | undefined };
export type Match<V> = { readonly source: string; readonly value: V; readonly at: number; readonly length: number };

const wordOf = (text: string): Word =>
  text.endsWith('*') ? { text: text.slice(0, -1), isStem: true } : { text, isStem: false };

const placeOf = (text: string): Place => (text === GAP ? null : text.split('|').map(wordOf));

/**
 * Returns an index of phrases, each with its value. The index is compiled at the first lookup, so that startup does not
 * wait for it.
 */
export function indexPatterns<V>(phrases: Iterable<readonly [string, V]>): PatternIndex<V> {
  let index: ReadonlyMap<string, readonly Compiled<V>[]> | undefined;
  return {
    get(key) {
      index ??= compile(phrases);
      return index.get(key);
    },
  };
}

function compile<V>(phrases: Iterable<readonly [string, V]>): ReadonlyMap<string, readonly Compiled<V>[]> {
  const index = new Map<string, Compiled<V>[]>();
  for (const [source, value] of phrases) {
    const pattern = { source, places: source.split(' ').map(placeOf), value };
    for (const key of new Set((pattern.places[0] ?? []).map(({ text }) => text.slice(0, KEY_LENGTH)))) {
      const same = index.get(key);
      if (same) same.push(pattern);
      else index.set(key, [pattern]);
    }
  }
  return index;
}

const fits = (place: readonly Word[], token: Token | undefined): boolean =>
  token !== undefined && place.some(({ text, isStem }) => (isStem ? token.text.startsWith(text) : token.text === text));

/** Returns where the phrase that begins at `at` ends, or -1. */
function endOf(places: readonly Place[], tokens: readonly Token[], at: number, from = 0): number {
  if (from === places.length) return at;
  const place = places[from] ?? null;
  if (place) return fits(place, tokens[at]) ? endOf(places, tokens, at + 1, from + 1) : -1;
  for (let skipped = 0; skipped <= MOST_BETWEEN; skipped += 1) {
    const end = endOf(places, tokens, at + skipped, from + 1);
    if (end >= 0) return end;
  }
  return -1;
}

/** Returns every match of a phrase among the words. */
export function matchesIn<V>(index: PatternIndex<V>, tokens: readonly Token[]): Match<V>[] {
  const found: Match<V>[] = [];
  for (const [at, { text }] of tokens.entries()) {
    for (const { source, places, value } of index.get(text.slice(0, KEY_LENGTH)) ?? []) {
      const end = endOf(places, tokens, at);
      if (end > at) found.push({ source, value, at, length: end - at });
    }
  }
  return found;
}
