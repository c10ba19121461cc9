import type { Query } from './query.ts';
import type { Reader, Row, Store, Tx, TxOptions } from './store.ts';
import { contention } from './store-errors.ts';

/** How often the guards may change between the query and the transaction. */
const ROUNDS = 20;

/**
 * The rows of a query that was run outside of the transaction, read again by id. `guards` are rows that the transaction
 * has read, one of which is written with every row that comes into the result. What was found may have left it meanwhile:
 * whoever uses a row checks it.
 */
export type FoundBefore = <T extends object>(
  query: Query<T>,
  guards: readonly Row<object>[],
) => Promise<readonly Row<T>[]>;

/** As `FoundBefore` outside of a transaction. */
export const foundBy =
  (reader: Pick<Reader, 'find'>): FoundBefore =>
  async (query) =>
    (await reader.find(query)).rows;

/** Ends a run that needs the result of a query. */
class Unknown extends Error {}

/**
 * Runs a transaction that needs the results of queries and must not query. A query it has no result for, with its guards
 * as they are now, ends the run; it is run outside, and the transaction begins anew. So its result is never older than the
 * guards that the transaction commits with, and it lacks no row.
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
