import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { from } from '#lib/data/query.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Row, Store } from '#lib/data/store.ts';

/** A Firestore commit may hold 10 MiB. This lower limit leaves room for the overhead of the wire format. */
const COMMIT_BYTES = 4_000_000;
const COMMITS_AT_ONCE = 4;

export type Copied = { readonly collection: string; readonly from: number; readonly to: number };
export type CopyOptions = {
  readonly from: Store;
  readonly to: Store;
  readonly collections: readonly AnyCollection[];
  /** Called after each collection. */
  readonly copied?: (result: Copied) => void;
};

type Json = Record<string, unknown>;
const typed = (collection: AnyCollection) => collection as unknown as Collection<Json>;

/** Returns the collections that already hold documents. A copy into them would mix two shops. */
export async function collectionsInUse(store: Store, collections: readonly AnyCollection[]): Promise<string[]> {
  const used: string[] = [];
  for (const collection of collections) {
    const { rows } = await store.find(from(typed(collection)).limit(1));
    if (rows.length > 0) used.push(collection.name);
  }
  return used;
}

/** Deletes every document of a collection. */
export async function removeAll(store: Store, collection: AnyCollection): Promise<void> {
  for (;;) {
    const { rows } = await store.find(from(typed(collection)).limit(MAX_ROWS));
    if (rows.length === 0) return;
    await store.batch((write) => {
      for (const { id } of rows) write.delete(typed(collection), id);
    });
  }
}

/**
 * Copies every unexpired document under its id, and counts both sides of each collection afterwards. The copy may run
 * again, because a document is set, not created. No other process should write to either side meanwhile.
 */
export async function copyStore({ from: source, to: target, collections, copied }: CopyOptions): Promise<Copied[]> {
  const results: Copied[] = [];
  for (const collection of collections) {
    await copyCollection(source, target, typed(collection));
    const all = from(typed(collection));
    const [before, after] = await Promise.all([source.count(all), target.count(all)]);
    const result = { collection: collection.name, from: before, to: after };
    results.push(result);
    copied?.(result);
  }
  return results;
}

async function copyCollection(source: Store, target: Store, collection: Collection<Json>): Promise<void> {
  const commit = (part: readonly Row<Json>[]) =>
    target.batch((write) => {
      for (const { id, data } of part) write.set(collection, id, data);
    });
  let waiting: (readonly Row<Json>[])[] = [];
  for await (const rows of pagesOf(source, (after) => from(collection).limit(MAX_ROWS).after(after))) {
    waiting.push(...commitsOf(rows));
    if (waiting.length < COMMITS_AT_ONCE) continue;
    await Promise.all(waiting.map(commit));
    waiting = [];
  }
  await Promise.all(waiting.map(commit));
}

/** Splits rows into groups that fit one commit. */
function commitsOf(rows: readonly Row<Json>[]): readonly (readonly Row<Json>[])[] {
  const commits: Row<Json>[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row.data));
    if (bytes + size > COMMIT_BYTES) {
      commits.push([]);
      bytes = 0;
    }
    commits.at(-1)?.push(row);
    bytes += size;
  }
  return commits;
}
