import type { AnyCollection, Collection } from './collection.ts';
import type { Patch } from './patch.ts';
import type { Cursor, Query } from './query.ts';

/** A document with its id and an opaque version that changes when the document does; Firestore keeps it over an equal write. */
export type Row<T> = { readonly id: string; readonly version: string; readonly data: T };
export type Page<T> = { readonly rows: readonly Row<T>[]; readonly next: Cursor | null };
export type Change<T> = { readonly kind: 'added' | 'modified' | 'removed'; readonly row: Row<T> };

export interface Reader {
  get<T extends object>(collection: Collection<T>, id: string): Promise<Row<T> | undefined>;
  /** As `get`, but a missing document is a NotFound. */
  need<T extends object>(collection: Collection<T>, id: string): Promise<Row<T>>;
  /** In the order of the ids. */
  getMany<T extends object>(collection: Collection<T>, ids: readonly string[]): Promise<(Row<T> | undefined)[]>;
  find<T extends object>(query: Query<T>): Promise<Page<T>>;
}

/** Writes that become visible together or not at all. Where several of them would fail, any one names the failure. */
export interface Writer {
  create<T extends object>(collection: Collection<T>, id: string, document: T): void;
  set<T extends object>(collection: Collection<T>, id: string, document: T): void;
  update<T extends object>(collection: Collection<T>, id: string, patch: Patch<T>): void;
  delete<T extends object>(collection: Collection<T>, id: string): void;
}

export interface Tx extends Reader, Writer {}

export type TxOptions = {
  /** FIFO queues of this process to pass through first, named `collection/id`. */
  readonly lane?: string | readonly string[];
  /** How often the callback may run before CONTENTION; 8 unless told. */
  readonly attempts?: number;
  /** Lets the callback call `find`, which can lock the whole collection: for rare work alone (decisions/0031). */
  readonly mayQuery?: boolean;
};

export interface Counter {
  add(by: number): Promise<void>;
  read(): Promise<number>;
}

/** What became of some documents: looked at, brought to the present version, not to be brought; `next` begins the rest. */
export type BroughtOver = {
  readonly seen: number;
  readonly done: number;
  readonly failed: number;
  readonly next: string | null;
};

/** How documents of older versions are rewritten where the database does not do so at its opening. */
export interface Upgrades {
  /** The collections that may hold such documents. */
  readonly collections: readonly AnyCollection[];
  /** Looks at some documents of a collection, by id, after the one named. Safe beside all other writers. */
  bringOver(collection: AnyCollection, after?: string): Promise<BroughtOver>;
}

/**
 * The document store. Errors are `AppError`s with the codes EXISTS, NOT_FOUND, CONFLICT, CONTENTION, MISSING_INDEX,
 * INVALID, TOO_LARGE and UNAVAILABLE; branch on `code`, never on the message.
 */
export interface Store extends Reader {
  count<T extends object>(query: Query<T>): Promise<number>;
  sum<T extends object>(query: Query<T>, field: keyof T & string): Promise<number>;
  /** Fails with EXISTS when the document is there: the one idempotency primitive. */
  create<T extends object>(collection: Collection<T>, id: string, document: T): Promise<void>;
  set<T extends object>(collection: Collection<T>, id: string, document: T): Promise<void>;
  /** With `ifVersion`, fails with CONFLICT when the document has changed since. */
  update<T extends object>(collection: Collection<T>, id: string, patch: Patch<T>, ifVersion?: string): Promise<void>;
  delete<T extends object>(collection: Collection<T>, id: string): Promise<void>;
  batch(work: (write: Writer) => void): Promise<void>;
  /** Runs `work`, which may run again: reads before writes, no clock, no randomness, nothing but the store inside. */
  tx<R>(work: (t: Tx) => Promise<R>, options?: TxOptions): Promise<R>;
  /** Calls `seen` with the whole result first, then after each change of it; the answer stops it. */
  watch<T extends object>(
    query: Query<T>,
    seen: (rows: readonly Row<T>[], changes: readonly Change<T>[]) => void,
  ): () => void;
  counter(name: string, shards: number): Counter;
  /** Deletes up to 500 documents past their `ttl` where the database does not do so by itself; answers how many. */
  sweep(): Promise<number>;
  readonly upgrades: Upgrades;
  health(): Promise<void>;
  close(): Promise<void>;
}
