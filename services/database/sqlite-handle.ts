import type { DatabaseSync } from 'node:sqlite';
import type { Query } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';

/**
 * The database behind a SQLite store, for other code that keeps data in the same file: the search index has its own
 * tables there. Callers name their tables `s_…` and never touch the store's tables (`c_…`, `x_…`, `_…`).
 */
export type SqliteHandle = {
  readonly database: DatabaseSync;
  /**
   * Runs synchronous work under the write lock and commits all of it or nothing. Waits for other processes without
   * blocking.
   */
  write<R>(work: (database: DatabaseSync) => R): Promise<R>;
  /** Runs synchronous work on one snapshot. */
  read<R>(work: (database: DatabaseSync) => R): Promise<R>;
  /**
   * Returns SQLite's query plan of a `find`, for the test that no query scans a table or sorts rows outside an index.
   */
  explain<T extends object>(query: Query<T>): readonly string[];
};

const place = Symbol.for('plaza.sqlite');

/** Attaches the database to the store, where `sqliteHandleOf` finds it. */
export const withHandle = (store: Store, handle: SqliteHandle): Store => Object.assign(store, { [place]: handle });

/** Returns the database of a store, or undefined when another driver is behind the store. */
export const sqliteHandleOf = (store: Store): SqliteHandle | undefined =>
  (store as { readonly [place]?: SqliteHandle })[place];
