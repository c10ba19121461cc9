import type { SearchEntry, SearchFilter } from '#lib/search/search-index.ts';

/** Beginnings of these lengths are kept of every token; a longer one asks for the longest of them and is checked here. */
const LENGTHS = [1, 2, 3, 4, 6] as const;
/** Pairs are kept of shorter beginnings: there are as many of them as facets times tokens. */
const PAIR_LENGTHS = [1, 2, 3] as const;
/** What one filter of the store takes. */
const MOST_ALTERNATIVES = 30;

type Kind = 'begins' | 'facet' | 'pair' | 'word';

/**
 * A key as a number of 32 bits: five bytes instead of fifty, several hundred times per entry. Two keys may share a
 * number; whatever is found by one is checked against the entry itself.
 */
export function keyOf(index: string, kind: Kind, text: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${index}\n${kind}\n${text}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The first characters of a token, as many as the longest kept beginning that it reaches. */
function beginning(token: string, lengths: readonly number[]): string {
  const letters = Array.from(token);
  return letters.slice(0, lengths.findLast((length) => length <= letters.length) ?? 0).join('');
}

const beginnings = (token: string, lengths: readonly number[]): string[] => {
  const letters = Array.from(token);
  return lengths.filter((length) => length <= letters.length).map((length) => letters.slice(0, length).join(''));
};

const isPaired = (facet: string, pairs: readonly string[]): boolean => pairs.some((prefix) => facet.startsWith(prefix));

/** Everything an entry can be asked for. `pairs` names the prefixes of facets that are paired with tokens. */
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

/** Sets of keys of which every match has one each, whatever else is asked. */
export function keyGroupsOf(
  index: string,
  { terms = [], facets = [] }: SearchFilter,
  pairs: readonly string[],
): readonly (readonly number[])[] {
  const small = facets.filter((group) => group.length <= MOST_ALTERNATIVES);
  const paired = small.filter((group) => group.every((facet) => isPaired(facet, pairs)));
  return [
    ...terms.map((term) => [keyOf(index, 'begins', beginning(term, LENGTHS))]),
    ...small.map((group) => group.map((facet) => keyOf(index, 'facet', facet))),
    // The last term may be a beginning shorter than what is paired of the token it begins.
    ...paired.flatMap((group) =>
      terms
        .filter((term, i) => i < terms.length - 1 || Array.from(term).length >= Math.max(...PAIR_LENGTHS))
        .map((term) => group.map((facet) => keyOf(index, 'pair', `${facet}|${beginning(term, PAIR_LENGTHS)}`))),
    ),
  ];
}
