import type {
  DocumentReference,
  DocumentSnapshot,
  Query as FirestoreQuery,
  QuerySnapshot,
} from 'firebase-admin/firestore';
import type { Plan } from '#lib/data/query-plan.ts';
import type { Held, Source } from '#lib/data/reader.ts';
import { aliveOf } from './documents.ts';
import { assertKnown, assertServed, type Driver } from './driver.ts';
import { ordered } from './queries.ts';

/**
 * How documents are fetched: outside a transaction with a deadline and our errors, inside a transaction as part of it.
 */
export type Fetch = {
  documents(references: readonly DocumentReference[]): Promise<readonly DocumentSnapshot[]>;
  matches(query: FirestoreQuery): Promise<QuerySnapshot>;
};

/** The minimum size of a further fetch, which is needed when expired documents took places in the result. */
const REFILL = 100;

/** Returns the source of a reader's documents, over either way of fetching. */
export function sourceOf(driver: Driver, fetch: Fetch): Source {
  return {
    async get(collection, ids) {
      assertKnown(driver, collection);
      if (ids.length === 0) return [];
      const documents = driver.client.database.collection(collection.name);
      const snapshots = await fetch.documents(ids.map((id) => documents.doc(id)));
      const now = driver.now();
      return snapshots.map((snapshot) => aliveOf(collection, snapshot, now));
    },
    async find(plan) {
      assertServed(driver, plan);
      return firstMatches(driver, fetch, plan, plan.limit + 1);
    },
  };
}

/**
 * Returns the first `count` unexpired documents of a plan. Expired documents that the database still holds are skipped.
 */
export async function firstMatches(
  driver: Driver,
  fetch: Fetch,
  plan: Plan<object>,
  count: number,
): Promise<readonly Held[]> {
  if (plan.isEmpty) return [];
  const now = driver.now();
  const found: Held[] = [];
  let query = ordered(driver.client, plan);
  let asked = count;
  for (;;) {
    const { docs } = await fetch.matches(query.limit(asked));
    for (const snapshot of docs) {
      const held = aliveOf(plan.collection, snapshot, now);
      if (held) found.push(held);
    }
    const last = docs.at(-1);
    if (last === undefined || docs.length < asked || found.length >= count) return found.slice(0, count);
    query = query.startAfter(last);
    asked = Math.max(count - found.length, REFILL);
  }
}
