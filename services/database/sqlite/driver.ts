import type { Log } from '#lib/core/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { assertCovered } from '#lib/data/coverage.ts';
import { MAX_ROWS, type Plan } from '#lib/data/query-plan.ts';
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

/** Refuses a plan that no declared index serves. */
export function assertServed({ covered, strictIndexes }: Driver, table: Table, { shape }: Plan<object>): void {
  const key = `${table.name}|${shape.equal.join()}|${shape.array}|${shape.tail.join()}`;
  if (covered.has(key)) return;
  assertCovered(table.collection, shape, strictIndexes);
  covered.add(key);
}

export const getHeld = (driver: Driver, table: Table, id: string, now: Date): Held | undefined =>
  readHeld(driver.connection, table, id, now);

/** The page of a plan and one row more, by which the caller knows whether another page follows. */
export const findHeld = (driver: Driver, table: Table, plan: FindPlan, now: Date): readonly Held[] =>
  selectHeld(driver.connection, table, plan, Math.min(plan.limit, MAX_ROWS) + 1, now);
