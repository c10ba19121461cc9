import type { Runtime } from '#lib/context/runtime.ts';
import type { Query } from '#lib/data/query.ts';

/** Deletes what a query finds until it finds nothing more; answers how many documents that were. */
export async function purgeRows<T extends object>({ data }: Pick<Runtime, 'data'>, query: Query<T>): Promise<number> {
  for (let purged = 0; ; ) {
    const { rows, next } = await data.find(query);
    if (rows.length > 0)
      await data.batch((write) => {
        for (const { id } of rows) write.delete(query.collection, id);
      });
    purged += rows.length;
    if (next === null) return purged;
  }
}
