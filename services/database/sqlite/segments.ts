import type { Order } from '#lib/data/query.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import { type Condition, equalTo, type Source } from './source.ts';
import { encoded } from './tables.ts';

/**
 * Returns the conditions for what follows a value in one sort field. Nulls come first ascending and last descending.
 */
function beyond(column: string, { direction }: Order, value: string | number | null): readonly Condition[] {
  if (direction === 'asc') {
    return [value === null ? { sql: `${column} IS NOT NULL`, values: [] } : { sql: `${column} > ?`, values: [value] }];
  }
  if (value === null) return [];
  return [
    { sql: `${column} < ?`, values: [value] },
    { sql: `${column} IS NULL`, values: [] },
  ];
}

/**
 * Returns the ranges of the index after a cursor, in order. The first range shares all sort values of the cursor and
 * has a later id. The next range shares all values but the last, and so on. Each is one range of the index, so a deep
 * page costs as much as the first page. SQLite would scan a single condition with OR from the start.
 */
export function segmentsAfter(plan: Plan<object>, source: Source): readonly (readonly Condition[])[] {
  const { position, orders } = plan;
  if (!position) return [[]];
  const backwards = orders.at(-1)?.direction === 'desc';
  const shared = orders.map(({ field }, i) => equalTo(source.column(field), position.values[i] ?? null));
  const rest = { sql: `${source.id} ${backwards ? '<' : '>'} ?`, values: [position.id] };
  const segments: (readonly Condition[])[] = [[...shared, rest]];
  for (let depth = orders.length - 1; depth >= 0; depth--) {
    const order = orders[depth] as Order;
    const value = encoded(position.values[depth] ?? null);
    for (const next of beyond(source.column(order.field), order, value))
      segments.push([...shared.slice(0, depth), next]);
  }
  return segments;
}
