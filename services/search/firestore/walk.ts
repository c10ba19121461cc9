import { from, type Query } from '#lib/data/query.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import type { Reader } from '#lib/data/store.ts';
import { SearchEntries, type StoredEntry } from '#lib/search/collections.ts';
import type { SearchHit, SearchPage, SearchRequest } from '#lib/search/search-index.ts';
import type { Slot } from './index-rows.ts';
import { hitOf, passes } from './match.ts';

/** The number of entries that a walk reads before it returns the hits found so far. */
const OVERSCAN = 2_000;
const FIRST_PAGE = 100;

type Sorted = SearchRequest & { readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } };
type Stretch = Query<StoredEntry>;

/**
 * Walks an index in the requested order, skipping entries that do not pass the filter, up to a bound. It suits filters
 * that many entries pass; a filter with few matches is searched by its rarest key.
 */
export async function walk(
  reader: Reader,
  index: string,
  request: Sorted,
  slot: Slot | undefined,
): Promise<SearchPage> {
  const hits: SearchHit[] = [];
  const hasFilter = Boolean(request.terms?.length || request.facets?.length || request.ranges?.length);
  let size = hasFilter ? Math.max(FIRST_PAGE, request.limit + 1) : request.limit + 1;
  let seen = 0;
  for (const stretch of stretchesOf(index, request, slot)) {
    let cursor: string | undefined;
    do {
      const { rows, next } = await reader.find(stretch.limit(Math.min(size, MAX_ROWS)).after(cursor));
      for (const { data } of rows) {
        if (passes(data, request)) hits.push(hitOf(data, data.fields[request.sort.field] ?? null));
      }
      if (hits.length > request.limit) return { hits: hits.slice(0, request.limit), more: true };
      seen += rows.length;
      // More hits may follow, but a page without hits has no place to continue from.
      if (next !== null && seen >= OVERSCAN) return { hits, more: hits.length > 0 };
      cursor = next ?? undefined;
      size *= 2;
    } while (cursor !== undefined);
  }
  return { hits, more: false };
}

/**
 * Returns the ranges of the index after the requested place, in order: equal values with a later id, then the values
 * beyond.
 */
function stretchesOf(index: string, request: Sorted, slot: Slot | undefined): Stretch[] {
  const { sort, after, ranges = [] } = request;
  const all = from(SearchEntries).where('index', '==', index);
  // No entry has such a field, or no slot was left for it. Then the order is by id.
  if (slot === undefined) return [(after ? all.where('entryId', '>', after.id) : all).orderBy('entryId')];

  const { slot: field } = slot;
  const range = ranges.find((candidate) => candidate.field === sort.field);
  const sorted = (query: Stretch) => query.orderBy(field, sort.direction).orderBy('entryId');
  if (!after && !range) return [sorted(all)];

  const equals = after ? [all.where(field, '==', after.value).where('entryId', '>', after.id).orderBy('entryId')] : [];
  // Nulls come first ascending, so only numbers or texts follow them; descending they come last.
  if (sort.direction === 'desc' && after?.value === null) return equals;
  const nulls = sort.direction === 'desc' && !range ? [all.where(field, '==', null).orderBy('entryId')] : [];
  return [...equals, sorted(beyond(all, request, slot)), ...nulls];
}

/** Returns the query for the values beyond `after`, within the requested range of the sort field. */
function beyond(all: Stretch, { sort, after, ranges = [] }: Sorted, { slot, kind }: Slot): Stretch {
  const { min, max } = ranges.find((candidate) => candidate.field === sort.field) ?? {};
  const value = after?.value ?? null;
  const isUpwards = sort.direction === 'asc';
  const lowest = min ?? (kind === 'text' ? '' : -Number.MAX_VALUE);
  if (isUpwards) {
    const query = value === null ? all.where(slot, '>=', lowest) : all.where(slot, '>', value);
    return max === undefined ? query : query.where(slot, '<=', max);
  }
  const query = min === undefined && value !== null ? all : all.where(slot, '>=', lowest);
  if (value !== null) return query.where(slot, '<', value);
  return max === undefined ? query : query.where(slot, '<=', max);
}
