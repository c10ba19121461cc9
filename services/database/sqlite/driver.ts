import type { Log } from '#lib/context/ports/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { assertCovered } from '#lib/data/coverage.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import type { FindPlan, Held } from '#lib/data/reader.ts';
import { brokenRule } from '#lib/data/store-errors.ts';
import type { Connection } from './connection.ts';
import { readHeld } from './rows.ts';
import { selectHeld } from './select.ts';
import type { Table } from './tables.ts';

/** What the parts of the driver share. */
export type Driver = {
  readonly connection: Connection;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: () => Date;
  readonly log: Log;
  readonly strictIndexes: boolean;
  /** Shapes that were found covered, so that the check costs one look-up. */
  readonly covered: Set<string>;
};

/** The table of a collection, found by name: a process may hold several copies of a declaration. */
export function tableFor({ tables }: Driver, { name }: AnyCollection): Table {
  const table = tables.get(name);
  if (!table) throw brokenRule(`The store was opened without the collection ${name}`);
  return table;
}

/** The table of a plan; refuses one that no declared index serves. */
export function servedTable(driver: Driver, { collection, shape }: Plan<object>): Table {
  const table = tableFor(driver, collection);
  const key = `${table.name}|${shape.equal.join()}|${shape.array}|${shape.tail.join()}`;
  if (!driver.covered.has(key)) {
    assertCovered(table.collection, shape, driver.strictIndexes);
    driver.covered.add(key);
  }
  return table;
}

/** The documents with these ids, at one moment. */
export function getHeld(driver: Driver, collection: AnyCollection, ids: readonly string[], now: Date) {
  const table = tableFor(driver, collection);
  return ids.map((id) => readHeld(driver.connection, table, id, now));
}

/** The page of a plan and one document more, by which the reader knows whether another page follows. */
export const findHeld = (driver: Driver, plan: FindPlan, now: Date): readonly Held[] =>
  selectHeld(driver.connection, servedTable(driver, plan), plan, plan.limit + 1, now);
