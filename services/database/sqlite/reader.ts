import { buildReader, type FindPlan, type Held } from '#lib/data/reader.ts';
import type { Reader } from '#lib/data/store.ts';
import { assertServed, type Driver, tableFor } from './driver.ts';
import type { Table } from './tables.ts';

/** Where a reader takes stored documents from: the database itself, or a transaction that notes what it has seen. */
export type Reading = {
  get(table: Table, ids: readonly string[]): Promise<readonly (Held | undefined)[]>;
  find(table: Table, plan: FindPlan): Promise<readonly Held[]>;
};

/** The reader of the port over the tables of this driver. */
export const readerOver = (driver: Driver, reading: Reading): Reader =>
  buildReader({
    get: async (collection, ids) => reading.get(tableFor(driver, collection), ids),
    async find(plan) {
      const table = tableFor(driver, plan.collection);
      assertServed(driver, table, plan);
      return reading.find(table, plan);
    },
  });
