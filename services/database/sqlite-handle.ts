import type { DatabaseSync } from 'node:sqlite';
import type { Query } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';

/**
 * The database behind a SQLite store, for what lives in the same file: the search index keeps its own tables there.
 * Callers bring tables of their own names (`s_…`) and never touch the store's (`c_…`, `x_…`, `_…`).
 */
export type SqliteHandle = {
  readonly database: DatabaseSync;
  /** Runs synchronous work under the write lock, all or nothing; waits for other processes without blocking. */
  write<R>(work: (database: DatabaseSync) => R): Promise<R>;
  /** Runs synchronous work on one snapshot. */
  read<R>(work: (database: DatabaseSync) => R): Promise<R>;
  /** How SQLite would run a `find`: for the test that no query scans or sorts by hand. */
  explain<T extends object>(query: Query<T>): readonly string[];
};

const place = Symbol.for('plaza.sqlite');

/** The store with its database where `sqliteHandleOf` finds it. */
export const withHandle = (store: Store, handle: SqliteHandle): Store => Object.assign(store, { [place]: handle });

/** The database of a store, or undefined when another driver is behind it. */
export const sqliteHandleOf = (store: Store): SqliteHandle | undefined =>
  (store as { readonly [place]?: SqliteHandle })[place];
