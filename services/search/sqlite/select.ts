import type { SearchFilter, SearchHit, SearchRequest } from '#lib/search/search-index.ts';
import { Bits } from './bits.ts';
import { type Column, Numbers } from './columns.ts';
import type { Matcher } from './match.ts';
import type { Mirror } from './mirror.ts';
import type { Prepared } from './tables.ts';
import { topRows } from './top-rows.ts';

/** Returns the rows that pass a filter. */
export function matching(prepared: Prepared, mirror: Mirror, matcher: Matcher, filter: SearchFilter): Bits {
  let rows = filter.ids ? rowsOf(prepared, mirror, filter.ids) : mirror.alive;
  for (const group of filter.facets ?? []) rows = rows.and(anyOf(mirror, group));
  if (filter.terms && filter.terms.length > 0) rows = rows.and(matcher.rows(mirror, filter.terms));
  for (const { field, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } of filter.ranges ?? []) {
    const column = mirror.columns.get(field);
    if (!(column instanceof Numbers)) return new Bits();
    rows = rows.within(column.values, min, max);
  }
  return rows;
}

function anyOf({ facets }: Mirror, group: readonly string[]): Bits {
  const sets = group.map((facet) => facets.get(facet)?.toBits() ?? new Bits());
  return sets.reduce((all, set) => all.or(set), new Bits());
}

function rowsOf(prepared: Prepared, mirror: Mirror, ids: readonly string[]): Bits {
  const rows = new Bits();
  for (const id of ids) {
    const found = prepared(`SELECT row FROM ${mirror.tables.rows} WHERE id = ?`).get(id);
    if (found && mirror.alive.has(Number(found.row))) rows.add(Number(found.row));
  }
  return rows;
}

/** Returns one page of a search with the data that its list shows. */
export function selectPage(prepared: Prepared, mirror: Mirror, matcher: Matcher, request: SearchRequest) {
  const rows = matching(prepared, mirror, matcher, request);
  const column = sortColumn(mirror, matcher, request);
  const direction = request.sort === 'relevance' ? 'desc' : request.sort.direction;
  const top = topRows(rows, { column, direction, ids: mirror.ids }, request.limit + 1, request.after);
  const card = prepared(`SELECT fields, card FROM ${mirror.tables.rows} WHERE row = ?`);
  const hits = top.slice(0, request.limit).map((row): SearchHit => {
    const found = card.get(row);
    return {
      id: mirror.ids[row] ?? '',
      value: column.value(row),
      fields: JSON.parse(String(found?.fields)),
      card: String(found?.card),
    };
  });
  return { hits, more: top.length > request.limit };
}

function sortColumn(mirror: Mirror, matcher: Matcher, { sort, terms }: SearchRequest): Column {
  if (sort !== 'relevance') return mirror.columns.get(sort.field) ?? new Numbers();
  if (!terms || terms.length === 0) throw new Error('a search by relevance needs terms');
  const score = matcher.scores(mirror, terms);
  return {
    set: () => {},
    value: score,
    key: score,
    keyOf: (value) => (typeof value === 'number' ? value : Number.NEGATIVE_INFINITY),
    compareTied: () => 0,
  };
}
