import { invalid } from '#lib/core/errors.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { hashOf } from '#lib/core/ids.ts';
import { unpacked } from '#lib/data/cursor.ts';
import type { SearchRequest } from './search-index.ts';

/** The place after a hit of a search: the hit's sort value and id. */
export type SearchPlace = NonNullable<SearchRequest['after']>;

const markOf = (q: string): string => hashOf('q', q).slice(0, 10);

/** Returns the cursor that continues a text search after this hit. */
export const searchCursor = (q: string, { value, id }: SearchPlace): string =>
  Buffer.from(JSON.stringify([markOf(q), value, id])).toString('base64url');

/**
 * Reads the cursor of a search whose sort field holds numbers or texts. Throws ValidationError for a malformed cursor
 * or the cursor of another text.
 */
export function searchPlaceOf(q: string, cursor: string, sortedBy: 'number' | 'string' = 'number'): SearchPlace {
  const [mark, value, id] = unpacked(cursor);
  const isValue = (typeof value === 'number' || typeof value === 'string') && typeof value === sortedBy;
  if (mark !== markOf(q) || !isValue || typeof id !== 'string' || !ID_PATTERN.test(id))
    throw invalid(
      'The cursor belongs to another query',
      { cursor: 'is not a cursor of this query' },
      { code: 'InvalidCursor' },
    );
  return { value, id };
}
