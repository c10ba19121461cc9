import { compareScalars, compareTexts } from '#lib/data/order.ts';
import type { StoredEntry } from '#lib/search/collections.ts';
import type { SearchFilter, SearchHit, SearchRequest } from '#lib/search/search-index.ts';
import { containsAll, relevanceOf } from './relevance.ts';

/** The parts of an entry that a filter and a sort need. */
export type Candidate = Pick<StoredEntry, 'entryId' | 'a' | 'b' | 'c' | 'facets' | 'fields' | 'card'>;
type Value = SearchHit['value'];

/** Returns true when an entry passes a filter. Keys only find candidates; this function decides. */
export function passes(entry: Candidate, { terms = [], facets = [], ranges = [], ids }: SearchFilter): boolean {
  return (
    (ids === undefined || ids.includes(entry.entryId)) &&
    facets.every((group) => group.some((facet) => entry.facets.includes(facet))) &&
    ranges.every((range) => isWithin(entry.fields[range.field] ?? null, range)) &&
    containsAll([entry.a, entry.b, entry.c], terms, true)
  );
}

const isWithin = (value: Value, { min, max }: { readonly min?: number; readonly max?: number }): boolean =>
  typeof value === 'number' && (min === undefined || value >= min) && (max === undefined || value <= max);

/** Returns the value that an entry is sorted by. */
export const sortValueOf = (entry: Candidate, { sort, terms = [] }: SearchRequest): Value =>
  sort === 'relevance' ? relevanceOf(entry, terms) : (entry.fields[sort.field] ?? null);

type Place = { readonly value: Value; readonly id: string };

/**
 * Compares by the value in the requested direction, null first ascending and last descending, and ties by id ascending.
 */
export function comparePlaces(direction: 'asc' | 'desc', a: Place, b: Place): number {
  const difference = compareScalars(a.value, b.value);
  if (difference !== 0) return direction === 'desc' ? -difference : difference;
  return compareTexts(a.id, b.id);
}

export const directionOf = ({ sort }: SearchRequest): 'asc' | 'desc' =>
  sort === 'relevance' ? 'desc' : sort.direction;

export const hitOf = (entry: Candidate, value: Value): SearchHit => ({
  id: entry.entryId,
  value,
  fields: entry.fields,
  card: entry.card,
});

/**
 * Returns the page of a request when `entries` are all candidates: those that pass, in order, after the requested
 * place.
 */
export function pageAmong(entries: readonly Candidate[], request: SearchRequest) {
  const direction = directionOf(request);
  const { after, limit } = request;
  const hits = entries
    .filter((entry) => passes(entry, request))
    .map((entry) => hitOf(entry, sortValueOf(entry, request)))
    .filter((hit) => after === undefined || comparePlaces(direction, hit, after) > 0)
    .sort((a, b) => comparePlaces(direction, a, b));
  return { hits: hits.slice(0, limit), more: hits.length > limit };
}
