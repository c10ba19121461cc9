import type { Query as FirestoreQuery } from 'firebase-admin/firestore';
import { isExpired } from '#lib/data/document.ts';
import { MAX_ROWS, type Plan } from '#lib/data/query-plan.ts';
import { heldOf } from './documents.ts';
import type { Driver } from './driver.ts';
import { ordered, sorted } from './queries.ts';
import type { Fetch } from './reads.ts';

/** The number of matching documents, and the sum of a field over them when a field is named. */
export type Totals = { readonly count: number; readonly sum: number };
export type Aggregate = (query: FirestoreQuery, summed: string | undefined) => Promise<Totals>;

/**
 * Counts and sums inside the database. For a collection with a ttl this process counts instead, and reads only the two
 * fields involved. Expired documents stay in the index until Firestore deletes them, about a day later.
 */
export async function totalsOf(
  driver: Driver,
  fetch: Fetch,
  aggregate: Aggregate,
  plan: Plan<object>,
  summed?: string,
): Promise<Totals> {
  if (plan.isEmpty) return { count: 0, sum: 0 };
  if (plan.collection.ttl !== undefined) return walked(driver, fetch, plan, summed);
  const query = sorted(driver.client, plan);
  return aggregate(plan.limit === null ? query : query.limit(plan.limit), summed);
}

async function walked(driver: Driver, fetch: Fetch, plan: Plan<object>, summed: string | undefined): Promise<Totals> {
  const { client } = driver;
  const { collection } = plan;
  const now = driver.now();
  const most = plan.limit ?? Number.POSITIVE_INFINITY;
  const wanted = [collection.ttl, summed].filter((field) => field !== undefined);
  let query = ordered(client, plan).select(...wanted.map((field) => new client.sdk.FieldPath(field)));
  let count = 0;
  let sum = 0;
  for (;;) {
    const { docs } = await fetch.matches(query.limit(MAX_ROWS));
    for (const snapshot of docs) {
      const data = heldOf(snapshot)?.data ?? {};
      if (count >= most || isExpired(collection, data, now)) continue;
      count += 1;
      const value = summed === undefined ? 0 : data[summed];
      if (typeof value === 'number') sum += value;
    }
    const last = docs.at(-1);
    if (last === undefined || docs.length < MAX_ROWS || count >= most) return { count, sum };
    query = query.startAfter(last);
  }
}
