import { rowComparator } from '#lib/data/order.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import type { Held } from '#lib/data/reader.ts';
import type { Connection } from './connection.ts';
import { heldOf, type RawRow } from './rows.ts';
import { segmentsAfter } from './segments.ts';
import { conditionsOf, type Source, sourceOf, type Value, valuesOf, whereOf } from './source.ts';
import type { Table } from './tables.ts';

function orderBy(plan: Plan<object>, source: Source): string {
  const parts = plan.orders.map(
    ({ field, direction }) => `${source.column(field)}${direction === 'desc' ? ' DESC' : ''}`,
  );
  return [...parts, plan.orders.at(-1)?.direction === 'desc' ? `${source.id} DESC` : source.id].join(', ');
}

export type Statement = { readonly sql: string; readonly values: readonly Value[] };

/** Returns the statements of a `find`: for each combination of values, the index ranges after the cursor, in order. */
export function statementsOf(table: Table, plan: Plan<object>, now: Date): readonly (readonly Statement[])[] {
  const source = sourceOf(table, plan);
  const order = orderBy(plan, source);
  return conditionsOf(table, plan, source, now).map((conditions) =>
    segmentsAfter(plan, source).map((segment) => {
      const all = [...conditions, ...segment];
      const sql = `SELECT c.id, c.v, c.d FROM ${source.from}${whereOf(all)} ORDER BY ${order} LIMIT ?`;
      return { sql, values: valuesOf(all) };
    }),
  );
}

/** Returns the first `count` stored documents of a plan, in the plan's order. */
export function selectHeld(
  { prepared }: Connection,
  table: Table,
  plan: Plan<object>,
  count: number,
  now: Date,
): readonly Held[] {
  if (plan.isEmpty) return [];
  const walks = statementsOf(table, plan, now).map((statements) => {
    const found: Held[] = [];
    for (const { sql, values } of statements) {
      if (found.length >= count) break;
      const raw = prepared(sql).all(...values, count - found.length) as unknown as RawRow[];
      for (const row of raw) found.push(heldOf(row));
    }
    return found;
  });
  return walks.length === 1 ? (walks[0] ?? []) : merged(walks, plan, count);
}

/** Merges the results of several index scans: in order, each document once. */
function merged(walks: readonly (readonly Held[])[], plan: Plan<object>, count: number): readonly Held[] {
  const byId = new Map(walks.flat().map((held) => [held.id, held]));
  return [...byId.values()].sort(rowComparator(plan.orders)).slice(0, count);
}
