import { chooseIndex } from '#lib/data/coverage.ts';
import type { Scalar } from '#lib/data/query.ts';
import type { Choice, Plan, Range } from '#lib/data/query-plan.ts';
import { columnOf, encoded, type Table, type TableIndex, TRUE_CODE } from './tables.ts';

export type Value = string | number | null;
export type Condition = { readonly sql: string; readonly values: readonly Value[] };

/** Where the rows of a plan are found: the tables with the index to scan, and the names of the columns. */
export type Source = {
  readonly from: string;
  readonly id: string;
  readonly column: (field: string) => string;
};

/**
 * Returns the source of a plan, with the index named to SQLite. Without statistics, SQLite's own planner chose a wrong
 * index or sorted the rows itself for two query shapes in five.
 */
export function sourceOf(table: Table, plan: Plan<object>): Source {
  const declared = chooseIndex(table.collection.indexes, plan.shape);
  const index = table.indexes.find((candidate) => candidate.declared.join() === declared?.join());
  if (index && index.array !== null) return sideSource(table, index);
  const indexed = index ? ` INDEXED BY "${index.name}"` : '';
  return { from: `"${table.name}" AS c${indexed}`, id: 'c.id', column: (field) => `c.${columnOf(field)}` };
}

const sideSource = (table: Table, index: TableIndex): Source => ({
  from: `"${index.on}" AS x INDEXED BY "${index.name}" CROSS JOIN "${table.name}" AS c ON c.id = x.id`,
  id: 'x.id',
  column: (field) => (index.fields.includes(field) ? `x.${columnOf(field)}` : `c.${columnOf(field)}`),
});

export const equalTo = (column: string, value: Scalar): Condition =>
  value === null ? { sql: `${column} IS NULL`, values: [] } : { sql: `${column} = ?`, values: [encoded(value)] };

/**
 * Returns the bound that ends the open side of a range where the next type begins. A text must never compare as
 * "greater" than a number only because of its type.
 */
function typeBound(column: string, { op, value }: Range): string {
  const upward = op === '>' || op === '>=';
  if (typeof value === 'string') return upward ? '' : ` AND ${column} >= ''`;
  if (typeof value === 'boolean') return upward ? ` AND ${column} <= ${TRUE_CODE}` : '';
  return upward ? ` AND ${column} < ''` : ` AND ${column} > ${TRUE_CODE}`;
}

const within = (column: string, range: Range): Condition => ({
  sql: `${column} ${range.op} ?${typeBound(column, range)}`,
  values: [encoded(range.value)],
});

/** Returns one filter set per combination of the values of `in` and `hasAny`. Each set is a separate index scan. */
function combinations(choices: readonly Choice[]): readonly (readonly Scalar[])[] {
  return choices.reduce<readonly (readonly Scalar[])[]>(
    (sets, { values }) => sets.flatMap((set) => values.map((value) => [...set, value])),
    [[]],
  );
}

function alive(table: Table, now: Date): readonly Condition[] {
  if (!table.ttl) return [];
  const column = `c.${columnOf(table.ttl.field)}`;
  return [{ sql: `(${column} IS NULL OR ${column} > ?)`, values: [now.toISOString()] }];
}

/** Returns the conditions of a plan, one list per combination. */
export function conditionsOf(table: Table, plan: Plan<object>, source: Source, now: Date): readonly Condition[][] {
  const choices = plan.array ? [...plan.equal, plan.array] : plan.equal;
  const shared = [...plan.ranges.map((range) => within(source.column(range.field), range)), ...alive(table, now)];
  return combinations(choices).map((values) => [
    ...choices.map((choice, i) =>
      equalTo(choice === plan.array ? 'x.av' : source.column(choice.field), values[i] ?? null),
    ),
    ...shared,
  ]);
}

export const whereOf = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

export const valuesOf = (conditions: readonly Condition[]): Value[] => conditions.flatMap(({ values }) => values);
