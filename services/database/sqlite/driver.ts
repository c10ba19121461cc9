import type { Log } from '#lib/context/ports/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { assertCovered } from '#lib/data/coverage.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import type { FindPlan, Held } from '#lib/data/reader.ts';
import { brokenRule } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { readUnexpired } from './rows.ts';
import { selectHeld } from './select.ts';
import type { Table } from './tables.ts';

/** The state that the parts of the driver share. */
export type Driver = {
  readonly connection: Connection;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: () => Date;
  readonly log: Log;
  readonly strictIndexes: boolean;
  /** The query shapes already found to be covered by an index, so that the check costs one look-up. */
  readonly covered: Set<string>;
};

/** Returns the table of a collection, found by name, because a process may load several copies of a declaration. */
export function tableFor({ tables }: Driver, { name }: AnyCollection): Table {
  const table = tables.get(name);
  if (!table) throw brokenRule(`The store was opened without the collection ${name}`);
  return table;
}

/** Returns the table of a plan. Throws when no declared index serves the plan. */
export function servedTable(driver: Driver, { collection, shape }: Plan<object>): Table {
  const table = tableFor(driver, collection);
  const key = `${table.name}|${shape.equal.join()}|${shape.array}|${shape.tail.join()}`;
  if (!driver.covered.has(key)) {
    assertCovered(table.collection, shape, driver.strictIndexes);
    driver.covered.add(key);
  }
  return table;
}

/** Returns the documents with these ids, read at one moment. */
export function getHeld(driver: Driver, collection: AnyCollection, ids: readonly string[], now: Date) {
  const table = tableFor(driver, collection);
  return ids.map((id) => readUnexpired(driver.connection, table, id, now));
}

/** Returns the page of a plan and one document more. The extra document shows the reader that another page follows. */
export const findHeld = (driver: Driver, plan: FindPlan, now: Date): readonly Held[] =>
  selectHeld(driver.connection, servedTable(driver, plan), plan, plan.limit + 1, now);
