import type { Transaction } from 'firebase-admin/firestore';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Write } from '#lib/data/pending-writes.ts';
import type { Held, Source } from '#lib/data/reader.ts';
import { aliveOf, isOutdated } from './documents.ts';
import type { Driver } from './driver.ts';
import { GRPC, hasStatus } from './failures.ts';
import { inside, outside } from './fetch.ts';
import { type Fetch, sourceOf } from './reads.ts';

/** A document as the transaction read it without a lock; `held` is null if the document was missing. */
type Seen = { readonly collection: AnyCollection; readonly id: string; readonly held: Held | null };
export type SeenUnlocked = ReadonlyMap<string, Seen>;

const pathOf = ({ collection, id }: Pick<Seen, 'collection' | 'id'>): string => `${collection.name}/${id}`;

/** A document has changed since the transaction read it without a lock. The callback must run again. */
export class VersionConflict extends Error {}

/**
 * Returns the reads of a transaction. Documents of optimistic collections are read without a lock and recorded in `seen`,
 * unless `locks` is set.
 */
export function notedSource(
  driver: Driver,
  transaction: Transaction,
  locks: boolean,
): { readonly source: Source; readonly seen: SeenUnlocked } {
  const locked = sourceOf(driver, inside(driver, transaction));
  const unlocked = sourceOf(driver, outside(driver));
  const seen = new Map<string, Seen>();
  return {
    seen,
    source: {
      find: (plan) => locked.find(plan),
      async get(collection, ids) {
        if (locks || !collection.optimistic) return locked.get(collection, ids);
        const found = await unlocked.get(collection, ids);
        ids.forEach((id, i) => {
          const held = found[i] ?? null;
          const at = { collection, id, held };
          const before = seen.get(pathOf(at));
          // Two reads that differ cannot both be current at the commit.
          if (before && before.held?.version !== held?.version) throw new VersionConflict();
          seen.set(pathOf(at), at);
        });
        return found;
      },
    },
  };
}

/**
 * Adds the version that was read to each write the database can check: the first update of an existing document, or the
 * creation of a missing one. Returns all writes as `checked`. `sure` are the updates of documents known to be unexpired and
 * of the current schema version. `unchecked` are the documents the caller must read again under a lock.
 */
export function checkedWrites(writes: readonly Write[], seen: SeenUnlocked) {
  const unchecked = new Map(seen);
  const met = new Set<string>();
  const sure = new Set<Write>();
  const checked = writes.map((write): Write => {
    const path = pathOf(write);
    const known = seen.get(path);
    if (known === undefined || met.has(path)) return write;
    met.add(path);
    const { collection, held } = known;
    if (write.kind === 'create' && held === null && collection.ttl === undefined) unchecked.delete(path);
    if (write.kind !== 'update' || held === null || isOutdated(collection, held.data)) return write;
    unchecked.delete(path);
    const safe = { ...write, ifVersion: held.version };
    sure.add(safe);
    return safe;
  });
  return { checked, sure, unchecked: [...unchecked.values()] };
}

/**
 * Reads documents again and throws `Overtaken` if one has changed. Before a commit, pass the fetch of the transaction: it
 * locks them.
 */
export async function assertUnchanged(driver: Driver, fetch: Fetch, seen: Iterable<Seen>): Promise<void> {
  const all = [...seen];
  if (all.length === 0) return;
  const references = all.map(({ collection, id }) => driver.client.database.collection(collection.name).doc(id));
  const snapshots = await fetch.documents(references);
  const now = driver.now();
  const stands = all.every(({ collection, held }, i) => {
    const snapshot = snapshots[i];
    return (snapshot && aliveOf(collection, snapshot, now))?.version === held?.version;
  });
  if (!stands) throw new VersionConflict();
}

/**
 * Returns `Overtaken` for a commit that failed a version check, and any other error unchanged. A commit that creates an
 * existing document is overtaken only if a document in `seen` has changed. Otherwise another run would fail again.
 */
export async function asVersionConflict(driver: Driver, error: unknown, seen: SeenUnlocked): Promise<unknown> {
  if (hasStatus(error, GRPC.FAILED_PRECONDITION)) return new VersionConflict('', { cause: error });
  if (hasStatus(error, GRPC.ALREADY_EXISTS)) await assertUnchanged(driver, outside(driver), seen.values());
  return error;
}
