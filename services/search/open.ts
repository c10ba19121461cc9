import type { Store } from '#lib/data/store.ts';
import type { SearchIndex } from '#lib/search/search-index.ts';
import { sqliteHandleOf } from '#services/database/sqlite-handle.ts';

/** Opens the search index of a store: in the same SQLite file, or beside the documents of Firestore. */
export async function openSearch(data: Store): Promise<SearchIndex> {
  const handle = sqliteHandleOf(data);
  if (handle) return (await import('./sqlite-fts.ts')).openSqliteSearch(handle);
  return (await import('./firestore-facets.ts')).openFirestoreSearch(data);
}
