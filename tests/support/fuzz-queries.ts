import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { type Direction, from, type Op, type Query, type Scalar } from '#lib/data/query.ts';
import { kinds, mixedValue, numberOrNull, oneElement, tags, textOrNull } from '#tests/support/fuzz-values.ts';
import type { Random } from '#tests/support/random.ts';

/** A query as data, so that a failing run can print it. */
export type QueryStep = {
  readonly filters: readonly { readonly field: string; readonly op: Op; readonly value: unknown }[];
  readonly orders: readonly { readonly field: string; readonly direction: Direction }[];
  readonly limit: number;
};

type Index = readonly string[];
type Loose = Record<string, Scalar>;
const nameOf = (entry: string): string => entry.replace(/\[\]$| desc$/, '');
const isArray = (entry: string): boolean => entry.endsWith('[]');

/** Builds the query. The collection knows its fields, but the compiler does not. */
export function toQuery(collection: AnyCollection, { filters, orders, limit }: QueryStep): Query<Loose> {
  let query = from(collection as unknown as Collection<Loose>);
  for (const { field, op, value } of filters) query = query.where(field, op, value as never);
  for (const { field, direction } of orders) query = query.orderBy(field, direction);
  return query.limit(limit);
}

function fieldValue(random: Random, field: string, at: readonly string[]): unknown {
  switch (field) {
    case 'kind':
      return random.pick(kinds);
    case 'flag':
      return random.chance(0.5);
    case 'n':
      return numberOrNull(random);
    case 's':
      return textOrNull(random);
    case 'tags':
      return random.pick(tags);
    case 'nums':
      return oneElement(random);
    case 'owner':
      return random.pick(['ann', 'bob']);
    case 'expiresAt':
      return random.pick(at);
    default:
      return mixedValue(random);
  }
}

function severalOf(random: Random, field: string, at: readonly string[]): unknown[] {
  const most = random.chance(0.03) ? 32 : 4;
  const values = Array.from({ length: random.int(most) + (random.chance(0.05) ? 0 : 1) }, () =>
    fieldValue(random, field, at),
  );
  return random.chance(0.02) ? values : values.filter((value) => value !== null);
}

function filterOn(random: Random, entry: string, at: readonly string[]) {
  const field = nameOf(entry);
  const several = random.chance(0.3);
  const op: Op = isArray(entry) ? (several ? 'hasAny' : 'has') : several ? 'in' : '==';
  return { field, op, value: several ? severalOf(random, field, at) : fieldValue(random, field, at) };
}

function rangesOn(random: Random, entry: string | undefined, at: readonly string[]) {
  if (entry === undefined || random.chance(0.6)) return [];
  const field = nameOf(entry);
  const ops: readonly Op[] = random.chance(0.3) ? ['>=', '<'] : [random.pick(['<', '<=', '>', '>='] as const)];
  return ops.map((op) => ({ field, op, value: fieldValue(random, field, at) ?? (random.chance(0.05) ? null : 1) }));
}

/** Returns fields to filter by and fields to sort by that the declared indexes serve, alone or merged. */
function shapeFrom(random: Random, indexes: readonly Index[]): { head: Index; tail: Index } {
  const index = random.pick(indexes);
  const firstTail = index.findLastIndex(isArray) + 1;
  const cut = firstTail + random.int(index.length - firstTail + 1);
  const tail = index.slice(cut);
  const head = new Set(index.slice(0, cut));
  if (random.chance(0.4)) {
    const other = random.pick(indexes);
    const otherHead = other.slice(0, Math.max(0, other.length - tail.length));
    const sameTail = tail.every((entry, i) => other[otherHead.length + i] === entry);
    if (sameTail) for (const entry of otherHead) if (!entry.endsWith(' desc')) head.add(entry);
  }
  const sorted = new Set(tail.map(nameOf));
  // Without a sort, a descending entry is a plain field.
  return {
    head: [...head].filter((entry) => !sorted.has(nameOf(entry))).map((entry) => entry.replace(/ desc$/, '')),
    tail,
  };
}

/** Returns mostly queries that are served, and occasionally one that is not. Both drivers must refuse the same ones. */
export function randomQuery(random: Random, { indexes, schema }: AnyCollection, at: readonly string[]): QueryStep {
  const limit = random.chance(0.7)
    ? 1 + random.int(6)
    : random.pick([...(random.chance(0.1) ? [501, 0] : []), 50, 500]);
  if (random.chance(0.04)) {
    const fields = Object.keys((schema as unknown as { shape: object }).shape);
    const filters = random.some(fields, 0, 2).map((field) => filterOn(random, field, at));
    const orders = random
      .some(fields, 0, 2)
      .map((field) => ({ field, direction: random.pick(['asc', 'desc'] as const) }));
    return { filters, orders, limit };
  }
  const { head, tail } = shapeFrom(random, indexes);
  const ranges = rangesOn(random, tail[0], at);
  const orders = tail.map((entry) => ({
    field: nameOf(entry),
    direction: entry.endsWith(' desc') ? ('desc' as const) : ('asc' as const),
  }));
  const isImplied = ranges.length > 0 && orders.length === 1 && orders[0]?.direction === 'asc' && random.chance(0.5);
  return {
    filters: [...head.map((entry) => filterOn(random, entry, at)), ...ranges],
    orders: isImplied ? [] : orders,
    limit,
  };
}
