import type { Page, Reader, Row, Store } from '#lib/data/store.ts';

export type CountedStore = {
  readonly data: Store;
  /** The number of rows returned, in transactions too. */
  readonly rowsRead: () => number;
  /** The collections counted or summed without a limit: their cost grows with the rows, and none is returned. */
  readonly wholeCounts: () => readonly string[];
};

/** Wraps a store so that a test can state the cost of an operation in rows rather than in time. */
export function countRows(store: Store): CountedStore {
  let rows = 0;
  const whole: string[] = [];
  const note = ({ collection, count }: { collection: { name: string }; count: number | null }) => {
    if (count === null) whole.push(collection.name);
  };
  const counted = (reader: Reader): Reader => {
    const many = async <T extends object>(page: Promise<Page<T>>) => {
      const found = await page;
      rows += found.rows.length;
      return found;
    };
    const single = async <R extends Row<object> | undefined>(row: Promise<R>) => {
      const found = await row;
      if (found) rows += 1;
      return found;
    };
    return {
      get: (collection, id) => single(reader.get(collection, id)),
      need: (collection, id) => single(reader.need(collection, id)),
      find: (query) => many(reader.find(query)),
      async getMany(collection, ids) {
        const found = await reader.getMany(collection, ids);
        rows += found.filter((row) => row !== undefined).length;
        return found;
      },
    };
  };
  const data: Store = {
    ...store,
    ...counted(store),
    count(query) {
      note(query);
      return store.count(query);
    },
    sum(query, field) {
      note(query);
      return store.sum(query, field);
    },
    tx: (work, options) => store.tx((t) => work({ ...t, ...counted(t) }), options),
  };
  return { data, rowsRead: () => rows, wholeCounts: () => whole };
}
