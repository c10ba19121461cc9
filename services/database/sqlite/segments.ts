import type { Order } from '#lib/data/query.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import { type Condition, equalTo, type Source } from './source.ts';
import { encoded } from './tables.ts';

/** What follows a value in one sort field: nulls come first ascending and last descending. */
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
 * The stretches of the index after a cursor, in order: those that share all its sort values and have a later id, then
 * those that share all but the last, and so on. Each is one range of the index, so a deep page costs what a first one
 * does; one condition with OR would be walked from the start.
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
