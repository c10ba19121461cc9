import type { Collection } from '#lib/data/collection.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import { assertId } from '#lib/data/document.ts';
import type { Query } from '#lib/data/query.ts';
import { findPlanOf, type Plan } from '#lib/data/query-plan.ts';
import type { Page, Reader } from '#lib/data/store.ts';
import { missingDocument } from '#lib/data/store-errors.ts';
import { assertServed, type Driver, tableFor } from './driver.ts';
import { type Held, rowOf } from './rows.ts';
import type { Table } from './tables.ts';

/** Where a reader takes stored documents from: the database itself, or a transaction that notes what it has seen. */
export type Reading = {
  get(table: Table, ids: readonly string[]): Promise<readonly (Held | undefined)[]>;
  find(table: Table, plan: Plan<object> & { readonly limit: number }): Promise<readonly Held[]>;
};

export function pageOf<T extends object>(
  query: Query<T>,
  { orders, limit }: Pick<Plan<T>, 'orders'> & { readonly limit: number },
  held: readonly Held[],
): Page<T> {
  const rows = held.slice(0, limit).map((one) => rowOf(query.collection, one));
  const last = rows.at(-1);
  return { rows, next: held.length > limit && last ? cursorAfter({ ...query, orders }, last) : null };
}

/** The four readings of the port over a source of stored documents. */
export function buildReader(driver: Driver, reading: Reading): Reader {
  async function getMany<T extends object>(collection: Collection<T>, ids: readonly string[]) {
    for (const id of ids) assertId(collection, id);
    const held = await reading.get(tableFor(driver, collection), ids);
    return held.map((one) => (one ? rowOf(collection, one) : undefined));
  }
  const get: Reader['get'] = async (collection, id) => (await getMany(collection, [id]))[0];

  return {
    get,
    getMany,
    async need(collection, id) {
      const row = await get(collection, id);
      if (!row) throw missingDocument(collection, id);
      return row;
    },
    async find(query) {
      const table = tableFor(driver, query.collection);
      const plan = findPlanOf(query);
      assertServed(driver, table, plan as unknown as Plan<object>);
      return pageOf(
        query,
        plan,
        await reading.find(table, plan as unknown as Plan<object> & { readonly limit: number }),
      );
    },
  };
}
