import type { Collection } from './collection.ts';
import { isCovered, type Shape } from './coverage.ts';
import { type Position, positionOf } from './cursor.ts';
import type { Filter, Op, Order, Query, Scalar } from './query.ts';
import { brokenRule } from './store-errors.ts';

export const MAX_ROWS = 500;
export const MAX_VALUES = 30;
export const MAX_WRITES = 500;

export type RangeOp = '<' | '<=' | '>' | '>=';
export type Range = { readonly field: string; readonly op: RangeOp; readonly value: NonNullable<Scalar> };
/** A field and its allowed values: one value for `==` and `has`, several for `in` and `hasAny`. */
export type Choice = { readonly field: string; readonly values: readonly Scalar[] };

/** A query checked by the rules of the model. Both drivers translate this plan. */
export type Plan<T extends object> = {
  readonly collection: Collection<T>;
  readonly equal: readonly Choice[];
  readonly array: Choice | null;
  readonly ranges: readonly Range[];
  /** Includes the order that a range implies when the query names no order. */
  readonly orders: readonly Order[];
  readonly limit: number | null;
  readonly position: Position | null;
  readonly shape: Shape;
  /** True for `in` or `hasAny` over no values: no row can match, and the database is not queried. */
  readonly isEmpty: boolean;
};

const isRange = (op: Op): op is RangeOp => op === '<' || op === '<=' || op === '>' || op === '>=';
const isArrayOp = (op: Op): boolean => op === 'has' || op === 'hasAny';

const isPlain = (value: unknown): value is Scalar =>
  typeof value === 'number' ? Number.isFinite(value) : value === null || ['string', 'boolean'].includes(typeof value);

function choiceOf(name: string, { field, op, value }: Filter): Choice {
  const several = op === 'in' || op === 'hasAny';
  if (several !== Array.isArray(value))
    throw brokenRule(`${name}.${field} ${op} needs ${several ? 'a list' : 'one value'}`);
  const values = [...new Set(several ? (value as readonly Scalar[]) : [value as Scalar])];
  if (values.length > MAX_VALUES) throw brokenRule(`${name}.${field} ${op} accepts at most ${MAX_VALUES} values`);
  if (!values.every(isPlain)) throw brokenRule(`${name}.${field} ${op} compares scalars only`);
  if (op !== '==' && values.includes(null)) throw brokenRule(`${name}.${field} ${op} does not accept null`);
  return { field, values };
}

function rangeOf(name: string, { field, op, value }: Filter): Range {
  if (!isRange(op) || !isPlain(value) || value === null) throw brokenRule(`${name}.${field} ${op} compares one scalar`);
  return { field, op, value };
}

function assertFits(name: string, equal: readonly Choice[], arrays: readonly Choice[], ranges: readonly Range[]): void {
  if (arrays.length > 1) throw brokenRule(`A query of ${name} must not have more than one array filter`);
  if (new Set(equal.map(({ field }) => field)).size < equal.length) {
    throw brokenRule(`A query of ${name} must not compare a field twice`);
  }
  if (new Set(ranges.map(({ field }) => field)).size > 1)
    throw brokenRule(`A query of ${name} must not have ranges on two fields`);
  const combinations = [...equal, ...arrays].reduce((product, { values }) => product * values.length, 1);
  if (combinations > MAX_VALUES) throw brokenRule(`A query of ${name} must not combine more than ${MAX_VALUES} values`);
}

function ordersOf(name: string, given: readonly Order[], equal: readonly Choice[], ranges: readonly Range[]) {
  const ranged = ranges[0]?.field;
  const orders = given.length === 0 && ranged !== undefined ? [{ field: ranged, direction: 'asc' as const }] : given;
  if (ranged !== undefined && orders[0]?.field !== ranged) {
    throw brokenRule(`A range on ${name}.${ranged} needs that field as the first sort field`);
  }
  const fields = orders.map(({ field }) => field);
  if (new Set(fields).size < fields.length) throw brokenRule(`A query of ${name} must not sort by a field twice`);
  const fixed = equal.find(({ field }) => fields.includes(field));
  if (fixed) throw brokenRule(`${name}.${fixed.field} is fixed by a filter and cannot be sorted by or ranged over`);
  return orders;
}

const tailOf = (orders: readonly Order[]): readonly string[] =>
  orders.map(({ field, direction }) => (direction === 'desc' ? `${field} desc` : field));

/** Returns the plan of a query. Every driver rejects a query that breaks the rules of the model in the same way. */
export function planOf<T extends object>(query: Query<T>): Plan<T> {
  const { collection, filters } = query;
  const { name } = collection;
  const ranges = filters.filter(({ op }) => isRange(op)).map((filter) => rangeOf(name, filter));
  const arrays = filters.filter(({ op }) => isArrayOp(op)).map((filter) => choiceOf(name, filter));
  const equal = filters.filter(({ op }) => op === '==' || op === 'in').map((filter) => choiceOf(name, filter));
  assertFits(name, equal, arrays, ranges);
  if (query.count !== null && !(Number.isInteger(query.count) && query.count > 0 && query.count <= MAX_ROWS)) {
    throw brokenRule(`A query of ${name} needs a limit from 1 to ${MAX_ROWS}`);
  }

  const orders = ordersOf(name, query.orders, equal, ranges);
  const array = arrays[0] ?? null;
  return {
    collection,
    equal,
    array,
    ranges,
    orders,
    limit: query.count,
    position: query.cursor === null ? null : positionOf({ collection, filters, orders }, query.cursor),
    shape: { equal: equal.map(({ field }) => field), array: array?.field ?? null, tail: tailOf(orders) },
    isEmpty: [...equal, ...arrays].some(({ values }) => values.length === 0),
  };
}

/** Like `planOf`, for `find`, which requires a limit. */
export function findPlanOf<T extends object>(query: Query<T>): Plan<T> & { readonly limit: number } {
  const plan = planOf(query);
  if (plan.limit === null) throw brokenRule(`A query of ${plan.collection.name} was run without a limit`);
  return { ...plan, limit: plan.limit };
}

/**
 * Like `planOf`, for `count` and `sum`, which read no pages. A sum reads its field from the index, as Firestore does.
 */
export function totalPlanOf<T extends object>(query: Query<T>, summed?: string): Plan<T> {
  const plan = planOf(query);
  if (plan.position) throw brokenRule(`A total of ${plan.collection.name} does not accept a cursor`);
  const { equal, tail } = plan.shape;
  if (summed === undefined || [...equal, ...tail.map((entry) => entry.replace(/ desc$/, ''))].includes(summed))
    return inServedOrder(plan);
  return { ...plan, shape: { ...plan.shape, tail: [...tail, summed] } };
}

/**
 * Adds an order to the plan of a total when no index holds the filters alone. It is the order of an index that begins
 * with the filters. Firestore leaves out a document that lacks a field of that order. So a migration that adds such a
 * field must rewrite the documents on Firestore; SQLite does so at startup.
 */
function inServedOrder<T extends object>(plan: Plan<T>): Plan<T> {
  const { collection, orders, shape } = plan;
  if (orders.length > 0 || isCovered(collection.indexes, shape)) return plan;
  for (const index of collection.indexes)
    for (let start = 1; start < index.length; start++) {
      const tail = index.slice(start);
      if (tail.some((entry) => entry.endsWith('[]')) || !isCovered(collection.indexes, { ...shape, tail })) continue;
      return { ...plan, orders: tail.map(orderOf), shape: { ...shape, tail } };
    }
  return plan;
}

const orderOf = (entry: string): Order =>
  entry.endsWith(' desc')
    ? { field: entry.slice(0, -' desc'.length), direction: 'desc' }
    : { field: entry, direction: 'asc' };
