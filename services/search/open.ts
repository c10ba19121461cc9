import type { Store } from '#lib/data/store.ts';
import type { SearchIndex } from '#lib/search/search-index.ts';
import { sqliteHandleOf } from '#services/database/sqlite.ts';
import { openFirestoreSearch } from './firestore-facets.ts';
import { openSqliteSearch } from './sqlite-fts.ts';

/** Opens the search index that belongs to a store: in the same SQLite file, or beside the documents of Firestore. */
export function openSearch(data: Store): SearchIndex {
  const handle = sqliteHandleOf(data);
  return handle ? openSqliteSearch(handle) : openFirestoreSearch(data);
}
