import type { Runtime } from '#lib/context/runtime.ts';
import type { Query } from '#lib/data/query.ts';

/** The most documents deleted in one call. A process calls again until none are left. */
const MOST_PURGED = 2_000;

/** Deletes the rows of a query, one page per commit, until none are left or the slice is full. Returns how many. */
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
