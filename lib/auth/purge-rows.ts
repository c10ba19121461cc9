import type { Runtime } from '#lib/context/runtime.ts';
import type { Query } from '#lib/data/query.ts';

/** Documents deleted in one call: a slice of a process, which calls again until there are none. */
const MOST_PURGED = 2_000;

/** Deletes what a query finds, a page in each commit, until there is nothing more or a slice is full; answers how many. */
export async function purgeRows<T extends object>({ data }: Pick<Runtime, 'data'>, query: Query<T>): Promise<number> {
  for (let purged = 0; ; ) {
    const { rows, next } = await data.find(query);
    if (rows.length > 0)
      await data.batch((write) => {
        for (const { id } of rows) write.delete(query.collection, id);
      });
    purged += rows.length;
    if (next === null || purged >= MOST_PURGED) return purged;
  }
}
