import type { Context } from '#lib/context/context.ts';
import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { SearchHit, SearchRequest } from '#lib/search/search-index.ts';
import type { SortKey } from '#lib/store/values.ts';
import { CATALOG, type Card, nameField, priceField } from './catalog-entry.ts';
import { type CatalogFilter, toSearchFilter } from './query.ts';

const PREFIX = 'cur_';

/** A sort order of the list: what the index sorts by, and its name in a cursor. */
export type CatalogSort = { readonly name: string; readonly by: SearchRequest['sort'] };

/** Returns the order of a sort key. `name` has one order per language, prices one per currency. */
export function sortOf(key: SortKey, currency: string, locale: Locale): CatalogSort {
  switch (key) {
    case 'relevance':
      return { name: key, by: 'relevance' };
    case 'newest':
    case 'rating':
    case 'popular':
      return { name: key, by: { field: key, direction: 'desc' } };
    case 'price_asc':
      return { name: key, by: { field: priceField(currency), direction: 'asc' } };
    case 'price_desc':
      return { name: key, by: { field: priceField(currency), direction: 'desc' } };
    case 'name':
      return { name: nameField(locale), by: { field: nameField(locale), direction: 'asc' } };
  }
}

/**
 * Returns a cursor with the values to continue after. A deleted or repriced product therefore does not move the
 * position of other pages.
 */
export const cursorOf = (sort: CatalogSort, currency: string, { value, id }: SearchHit): string =>
  PREFIX + Buffer.from(JSON.stringify([sort.name, currency, value, id])).toString('base64url');

/**
 * Returns the position a page continues from: a cursor of the same order and currency, or a product in its current
 * order.
 */
export async function placeAfter(
  { search }: Context,
  filter: CatalogFilter,
  sort: CatalogSort,
  afterId: string,
): Promise<NonNullable<SearchRequest['after']>> {
  if (afterId.startsWith(PREFIX)) return placeOf(sort, filter.currency, afterId);
  const { terms = [] } = toSearchFilter(filter);
  const find = async (id: string): Promise<SearchHit | undefined> => {
    const ask = { ids: [id], sort: sort.by, limit: 1, ...(sort.by === 'relevance' && { terms }) };
    return (await search.search(CATALOG, ask)).hits[0];
  };
  const found = await find(afterId);
  // In a list of cards a variant stands where its family does.
  const familyId = found && filter.list === 'card' ? (JSON.parse(found.card) as Card).familyId : undefined;
  const hit = familyId === undefined ? found : await find(familyId);
  if (!hit) throw badCursor('is not a product in this list');
  return { value: hit.value, id: hit.id };
}

function placeOf(sort: CatalogSort, currency: string, cursor: string): NonNullable<SearchRequest['after']> {
  const [name, code, value, id, ...rest] = unpacked(cursor.slice(PREFIX.length));
  if (typeof id !== 'string' || !ID_PATTERN.test(id) || rest.length > 0) throw badCursor('is not a valid cursor');
  if (name !== sort.name || code !== currency) throw badCursor('belongs to another sort order or currency');
  const isText = sort.by !== 'relevance' && sort.by.field.startsWith('name_');
  if (value !== null && typeof value !== (isText ? 'string' : 'number')) throw badCursor('is not a valid cursor');
  return { value: value as number | string | null, id };
}

function unpacked(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const badCursor = (why: string) => invalid('The query is not valid', { afterId: why });
