import type { Query } from './query.ts';
import type { Reader, Row, Store, Tx, TxOptions } from './store.ts';
import { contention } from './store-errors.ts';

/** The maximum number of times that the guards may change between the query and the transaction. */
const ROUNDS = 20;

/**
 * Returns the rows of a query that ran outside the transaction, read again by id. `guards` are rows that the
 * transaction has read. Every write that adds a row to the result also writes one of the guards. A row may have left
 * the result meanwhile, so the caller checks each row that it uses.
 */
export type FoundBefore = <T extends object>(
  query: Query<T>,
  guards: readonly Row<object>[],
) => Promise<readonly Row<T>[]>;

/** Returns a `FoundBefore` for use outside a transaction. */
export const foundBy =
  (reader: Pick<Reader, 'find'>): FoundBefore =>
  async (query) =>
    (await reader.find(query)).rows;

/** Aborts a run that needs a query result that is not known yet. */
class Unknown extends Error {}

/**
 * Runs a transaction that needs the results of queries and must not query. A query without a known result for the
 * current guards aborts the run. The query then runs outside, and the transaction starts again. So a result is never
 * older than the guards that the transaction commits with, and no row is missing.
 */
export async function queriedTx<R>(
  data: Pick<Store, 'find' | 'tx'>,
  work: (t: Tx, found: FoundBefore) => Promise<R>,
  options?: TxOptions,
): Promise<R> {
  const results = new Map<string, readonly string[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const missing = new Map<string, Query<object>>();
    const within =
      (t: Tx): FoundBefore =>
      async (query, guards) => {
        const key = keyOf(query, guards);
        const ids = results.get(key);
        if (!ids) {
          missing.set(key, query as unknown as Query<object>);
          throw new Unknown(`the result of a query of ${query.collection.name} is not known`);
        }
        return (await t.getMany(query.collection, ids)).filter((row) => row !== undefined);
      };
    try {
      return await data.tx((t) => work(t, within(t)), options);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
    }
    for (const [key, query] of missing) {
      const { rows } = await data.find(query);
      results.set(
        key,
        rows.map(({ id }) => id),
      );
    }
  }
  throw contention(ROUNDS);
}

const keyOf = <T extends object>(
  { collection, filters, orders, count, cursor }: Query<T>,
  guards: readonly Row<object>[],
): string =>
  JSON.stringify([collection.name, filters, orders, count, cursor, guards.map(({ id, version }) => [id, version])]);
