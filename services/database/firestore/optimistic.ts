import type { Transaction } from 'firebase-admin/firestore';
import type { AnyCollection } from '#lib/data/collection.ts';
import type { Write } from '#lib/data/pending-writes.ts';
import type { Held, Source } from '#lib/data/reader.ts';
import { aliveOf, isOutdated } from './documents.ts';
import type { Driver } from './driver.ts';
import { GRPC, hasStatus } from './failures.ts';
import { inside, outside } from './fetch.ts';
import { type Fetch, sourceOf } from './reads.ts';

/** What a document was when a transaction read it without a lock; null where there was none. */
type Seen = { readonly collection: AnyCollection; readonly id: string; readonly held: Held | null };
export type SeenUnlocked = ReadonlyMap<string, Seen>;

const pathOf = ({ collection, id }: Pick<Seen, 'collection' | 'id'>): string => `${collection.name}/${id}`;

/** What a transaction read without a lock is no longer so: its callback has to run again. */
export class Overtaken extends Error {}

/**
 * Reads of a transaction. Unless it `locks` all it reads, documents of optimistic collections are read without a lock, and
 * `seen` notes what they were.
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
      find: locked.find,
      async get(collection, ids) {
        if (locks || !collection.optimistic) return locked.get(collection, ids);
        const found = await unlocked.get(collection, ids);
        ids.forEach((id, i) => {
          const held = found[i] ?? null;
          const at = { collection, id, held };
          const before = seen.get(pathOf(at));
          // Two looks that differ cannot both be right when the commit comes.
          if (before && before.held?.version !== held?.version) throw new Overtaken();
          seen.set(pathOf(at), at);
        });
        return found;
      },
    },
  };
}

/**
 * The writes with the versions they were decided by, and the documents that no write can check: those are read again, under
 * a lock. A first write that updates what was there, or creates what was not, is checked by the database itself; `sure` are
 * the updates whose document is known to be alive and of the present version.
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
 * Reads documents again; throws `Overtaken` where one is no longer what it was. A commit that is to follow wants them read
 * `inside`, which locks them.
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
  if (!stands) throw new Overtaken();
}

/** A commit's failure by a check of ours, as `Overtaken`; any other as it is. */
export const asOvertaken = (error: unknown): unknown =>
  hasStatus(error, GRPC.FAILED_PRECONDITION) || hasStatus(error, GRPC.ALREADY_EXISTS)
    ? new Overtaken('', { cause: error })
    : error;
