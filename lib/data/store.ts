import type { AnyCollection, Collection } from './collection.ts';
import type { Patch } from './patch.ts';
import type { Cursor, Query } from './query.ts';

/**
 * A document with its id and an opaque version that changes with the document. Firestore keeps the version when a write
 * changes nothing.
 */
export type Row<T> = { readonly id: string; readonly version: string; readonly data: T };
export type Page<T> = { readonly rows: readonly Row<T>[]; readonly next: Cursor | null };
export type Change<T> = { readonly kind: 'added' | 'modified' | 'removed'; readonly row: Row<T> };

export interface Reader {
  get<T extends object>(collection: Collection<T>, id: string): Promise<Row<T> | undefined>;
  /** Like `get`, but throws a NotFound error for a missing document. */
  need<T extends object>(collection: Collection<T>, id: string): Promise<Row<T>>;
  /** Returns the documents in the order of the given ids. */
  getMany<T extends object>(collection: Collection<T>, ids: readonly string[]): Promise<(Row<T> | undefined)[]>;
  find<T extends object>(query: Query<T>): Promise<Page<T>>;
}

/**
 * Writes that become visible together or not at all. When several writes would fail, the error names any one of them.
 */
export interface Writer {
  create<T extends object>(collection: Collection<T>, id: string, document: T): void;
  set<T extends object>(collection: Collection<T>, id: string, document: T): void;
  update<T extends object>(collection: Collection<T>, id: string, patch: Patch<T>): void;
  delete<T extends object>(collection: Collection<T>, id: string): void;
}

export interface Tx extends Reader, Writer {}

export type TxOptions = {
  /** The FIFO queues of this process that the transaction waits in first, named `collection/id`. */
  readonly lane?: string | readonly string[];
  /** The maximum number of runs of the callback before CONTENTION; 8 by default. */
  readonly attempts?: number;
  /** Allows the callback to call `find`, which can lock the whole collection: only for rare work (decisions/0031). */
  readonly mayQuery?: boolean;
};

export type WatchOptions = {
  /**
   * True when the caller needs to hear only of commits of this process. Firestore then opens no listener, which would
   * make every commit to the collection more expensive.
   */
  readonly localOnly?: boolean;
};

export interface Counter {
  add(by: number): Promise<void>;
  read(): Promise<number>;
}

/** The result of an upgrade: documents seen, upgraded, and failed. The rest begins after `next`. */
export type MigratedPage = {
  readonly seen: number;
  readonly done: number;
  readonly failed: number;
  readonly next: string | null;
};

/** Rewrites documents of older versions when the database does not do so while it opens. */
export interface Upgrades {
  /** The collections that may hold documents of older versions. */
  readonly collections: readonly AnyCollection[];
  /**
   * Upgrades some documents of a collection, in the order of their ids, after the given id. Safe beside all other
   * writers.
   */
  migrate(collection: AnyCollection, after?: string): Promise<MigratedPage>;
}

/**
 * The document store. Errors are `AppError`s with the codes EXISTS, NOT_FOUND, CONFLICT, CONTENTION, MISSING_INDEX,
 * INVALID, TOO_LARGE and UNAVAILABLE; branch on `code`, never on the message.
 */
export interface Store extends Reader {
  count<T extends object>(query: Query<T>): Promise<number>;
  sum<T extends object>(query: Query<T>, field: keyof T & string): Promise<number>;
  /** Fails with EXISTS when the document exists: the only idempotency primitive. */
  create<T extends object>(collection: Collection<T>, id: string, document: T): Promise<void>;
  set<T extends object>(collection: Collection<T>, id: string, document: T): Promise<void>;
  /** With `ifVersion`, fails with CONFLICT when the document has changed since. */
  update<T extends object>(collection: Collection<T>, id: string, patch: Patch<T>, ifVersion?: string): Promise<void>;
  delete<T extends object>(collection: Collection<T>, id: string): Promise<void>;
  batch(work: (write: Writer) => void): Promise<void>;
  /**
   * Runs `work`, which may run again. Inside, reads come before writes; `work` uses no clock, no randomness and nothing
   * but the store.
   */
  tx<R>(work: (t: Tx) => Promise<R>, options?: TxOptions): Promise<R>;
  /**
   * Calls `seen` first with the whole result, then after each change of the result. The returned function stops the
   * watch.
   */
  watch<T extends object>(
    query: Query<T>,
    seen: (rows: readonly Row<T>[], changes: readonly Change<T>[]) => void,
    options?: WatchOptions,
  ): () => void;
  counter(name: string, shards: number): Counter;
  /**
   * Deletes up to 500 expired documents when the database does not expire documents itself; returns the number deleted.
   */
  sweep(): Promise<number>;
  readonly upgrades: Upgrades;
  health(): Promise<void>;
  close(): Promise<void>;
}
