import type { Cursor, Query } from './query.ts';
import type { Reader, Row } from './store.ts';

/**
 * Yields every page of a query, one at a time. For background jobs and small collections only; a request reads one
 * page.
 */
export async function* pagesOf<T extends object>(
  reader: Reader,
  queryAfter: (after: Cursor | undefined) => Query<T>,
): AsyncGenerator<readonly Row<T>[]> {
  let after: Cursor | undefined;
  do {
    const page = await reader.find(queryAfter(after));
    yield page.rows;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
