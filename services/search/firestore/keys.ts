import type { SearchEntry, SearchFilter } from '#lib/search/search-index.ts';

/**
 * The lengths of the prefixes stored for every token. A longer prefix is queried by the longest of these and checked
 * here.
 */
const LENGTHS = [1, 2, 3, 4, 6] as const;
/** The prefix lengths stored in pairs. They are shorter, because the number of pairs is facets times tokens. */
const PAIR_LENGTHS = [1, 2, 3] as const;
/** Prefixes of facets that most entries have. Such a filter finds candidates no faster, so it is only checked. */
const BROAD_FACETS = ['list:'];
/** The most values in one filter of the store. */
const MOST_ALTERNATIVES = 30;

type Kind = 'begins' | 'facet' | 'pair' | 'word';

/**
 * Returns a key as a 32-bit number: five bytes instead of fifty, several hundred times per entry. Two keys may share a
 * number, so every entry found by a key is checked itself.
 */
export function keyOf(index: string, kind: Kind, text: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${index}\n${kind}\n${text}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Returns the longest stored prefix of a token. */
function beginning(token: string, lengths: readonly number[]): string {
  const letters = Array.from(token);
  return letters.slice(0, lengths.findLast((length) => length <= letters.length) ?? 0).join('');
}

const beginnings = (token: string, lengths: readonly number[]): string[] => {
  const letters = Array.from(token);
  return lengths.filter((length) => length <= letters.length).map((length) => letters.slice(0, length).join(''));
};

const isPaired = (facet: string, pairs: readonly string[]): boolean => pairs.some((prefix) => facet.startsWith(prefix));

/**
 * Returns every key that an entry can be searched by. `pairs` names the prefixes of facets that are paired with tokens.
 */
export function keysOf(
  index: string,
  { tokens, words, facets }: { tokens: readonly string[] } & Pick<SearchEntry, 'words' | 'facets'>,
  pairs: readonly string[],
): number[] {
  const begun = new Set(tokens.flatMap((token) => beginnings(token, LENGTHS)));
  const short = new Set(tokens.map((token) => beginning(token, PAIR_LENGTHS)));
  const paired = facets.filter((facet) => isPaired(facet, pairs));
  return [
    ...new Set([
      ...[...begun].map((text) => keyOf(index, 'begins', text)),
      ...facets.map((facet) => keyOf(index, 'facet', facet)),
      ...paired.flatMap((facet) => [...short].map((text) => keyOf(index, 'pair', `${facet}|${text}`))),
      ...words.map((word) => keyOf(index, 'word', word)),
    ]),
  ];
}

const isBroad = (group: readonly string[]): boolean =>
  group.length > 0 && group.every((facet) => isPaired(facet, BROAD_FACETS));

/** Returns groups of keys. Every match has at least one key of each group. */
export function keyGroupsOf(
  index: string,
  { terms = [], facets = [] }: SearchFilter,
  pairs: readonly string[],
): readonly (readonly number[])[] {
  const small = facets.filter((group) => group.length <= MOST_ALTERNATIVES && !isBroad(group));
  const paired = small.filter((group) => group.every((facet) => isPaired(facet, pairs)));
  return [
    ...terms.map((term) => [keyOf(index, 'begins', beginning(term, LENGTHS))]),
    ...small.map((group) => group.map((facet) => keyOf(index, 'facet', facet))),
    // The last term may be a prefix shorter than the prefix stored in the pairs of its token.
    ...paired.flatMap((group) =>
      terms
        .filter((term, i) => i < terms.length - 1 || Array.from(term).length >= Math.max(...PAIR_LENGTHS))
        .map((term) => group.map((facet) => keyOf(index, 'pair', `${facet}|${beginning(term, PAIR_LENGTHS)}`))),
    ),
  ];
}
