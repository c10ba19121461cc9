import type { Plan } from '#lib/data/query-plan.ts';
import type { Connection } from './connection.ts';
import { conditionsOf, sourceOf, valuesOf, whereOf } from './source.ts';
import { type Table, TRUE_CODE } from './tables.ts';

type Total = { readonly total: number | null };

/** Returns the number of matching documents, at most the limit of the plan if the plan has one. */
export function countMatches({ prepared }: Connection, table: Table, plan: Plan<object>, now: Date): number {
  if (plan.isEmpty) return 0;
  const source = sourceOf(table, plan);
  const parts = conditionsOf(table, plan, source, now);
  const values = parts.flatMap(valuesOf);
  // The scans of `in` cannot overlap, but those of `hasAny` can: a document with two of the values counts once.
  const selects = parts.map((conditions) => `SELECT ${source.id} AS id FROM ${source.from}${whereOf(conditions)}`);
  if (selects.length === 1 && plan.limit === null) {
    const sql = (selects[0] ?? '').replace(`SELECT ${source.id} AS id`, 'SELECT COUNT(*) AS total');
    return (prepared(sql).get(...values) as unknown as Total).total ?? 0;
  }
  const limit = plan.limit ?? -1;
  const sql = `SELECT COUNT(*) AS total FROM (${selects.join(' UNION ')} LIMIT ?)`;
  return (prepared(sql).get(...values, limit) as unknown as Total).total ?? 0;
}

/** Returns the sum of a field over the matching documents. A value that is not a number counts as 0. */
export function sumMatches(
  { prepared }: Connection,
  table: Table,
  plan: Plan<object>,
  field: string,
  now: Date,
): number {
  if (plan.isEmpty) return 0;
  const source = sourceOf(table, plan);
  const parts = conditionsOf(table, plan, source, now);
  const column = source.column(field);
  const selects = parts.map(
    (conditions) => `SELECT ${source.id} AS id, ${column} AS n FROM ${source.from}${whereOf(conditions)}`,
  );
  const from = `${selects.join(' UNION ')}${plan.limit === null ? '' : ` LIMIT ${plan.limit}`}`;
  const sql = `SELECT CAST(SUM(n) FILTER (WHERE n > ${TRUE_CODE} AND n < '') AS REAL) AS total FROM (${from})`;
  return (prepared(sql).get(...parts.flatMap(valuesOf)) as unknown as Total).total ?? 0;
}
